import { commands } from "../commands/commands.ts";
import { devicesGuide } from "./guides/devices-guide.ts";
import { etiquette } from "./guides/etiquette.ts";
import { opsGuide } from "./guides/ops-guide.ts";
import { theory } from "./guides/theory.ts";
import { wordsGuide } from "./guides/words-guide.ts";
import { studioTool } from "./studio-tool.ts";

/** What there is to read, by name. */
export const guides = {
  etiquette: () => etiquette,
  ops: opsGuide,
  devices: devicesGuide,
  theory: () => theory,
  commands: commandsGuide,
  words: wordsGuide,
} as const satisfies Readonly<Record<string, () => string>>;

export type GuideName = keyof typeof guides;

export const getGuide = studioTool<{ topic: GuideName }>({
  name: "get_guide",
  title: "Get guide",
  description:
    "Returns one of the studio's guides: etiquette (how agents and people work on one song), ops (every op of apply_ops with its fields), devices (the modules of define_device), theory (music in this studio's numbers), commands (every command of execute), words (what each word of adjust moves and measures).",
  effect: "read",
  places: ["tab", "headless", "review"],
  fields: { topic: { type: "string", maxLength: 16, enum: Object.keys(guides) } },
  required: ["topic"],
  run: (_studio, { topic }) => ({ topic, guide: guides[topic]() }),
});

function commandsGuide(): string {
  const lines = commands.map(({ id, blurb, params }) => {
    const names = Object.keys(params.properties).map((name) => (params.required.includes(name) ? name : `${name}?`));
    return `- ${id}(${names.join(", ")}): ${blurb}`;
  });
  return ["# Commands", "execute and batch run them where there is no page; in the page they are its menus.", ...lines].join("\n");
}
