import type { AnyTool, JsonObject, Prompt, Resource, Run } from "@jackfield/contract";
import { noArguments } from "../../fixtures/conformance/object-schema.ts";

/** What a list entry may say beside the plain members: it must reach clients as it stands here. */
export const dress = {
  icons: [
    { src: "https://example.org/icon.png", mimeType: "image/png", sizes: ["48x48", "96x96"] },
    { src: "data:image/svg+xml;base64,PHN2Zy8+", mimeType: "image/svg+xml", theme: "dark" },
  ],
  _meta: { "example.org/kind": "dressed", ui: { resourceUri: "ui://dressed/view" } },
} as const satisfies JsonObject;

/** `_meta` of the dressed tool's result. */
export const resultMeta = { "example.org/cost": 0.25, "example.org/text": "ä\u2028" } as const satisfies JsonObject;

/** Where the tool that asks for a visit sends people. */
export const visitUrl = "https://example.org/sign-in?state=a%20b&next=%2F";

/** Fixtures that the conformance suite does not have. */
export const moreTools: readonly AnyTool[] = [
  {
    name: "more_visit",
    title: "Visit",
    description: "Asks for an address to be opened",
    effect: "interact",
    input: noArguments,
    async run(_input, run: Run) {
      const { visit } = await run.ask({
        visit: { method: "elicitation/create", params: { mode: "url", message: "Sign in", url: visitUrl } },
      });
      return { is: "done", text: `visit: ${JSON.stringify(visit?.["action"])}` };
    },
  },
  {
    name: "more_dressed",
    title: "Dressed",
    description: "Has icons and _meta, and so has its result",
    effect: "read",
    input: noArguments,
    entry: dress,
    run: () => ({ is: "raw", result: { content: [{ type: "text", text: "dressed" }], _meta: resultMeta } }),
  },
];

export const dressedResource: Resource = { uri: "test://dressed", name: "dressed", description: "Has icons and _meta", entry: dress };

export const dressedPrompt: Prompt = {
  name: "more_dressed_prompt",
  title: "Dressed",
  description: "Has icons and _meta",
  entry: dress,
  get: async () => ({ messages: [] }),
};
