import type { JsonObject } from "@jackfield/contract";
import { hasHidden, nameForms, steeringIn } from "@jackfield/wire";
import { isObject, objectAt, quote, textAt } from "../answer.ts";
import type { Check } from "../check.ts";
import { type Finding, error, judge, note, warning } from "../look.ts";

/** What tools are called and what they say of themselves. */
export const toolChecks: readonly Check[] = [
  {
    name: "tool-names",
    group: "lists",
    on: "any",
    client: "Model APIs take letters, digits, _ and -, at most 64 together with the server's name before it",
    source: "Anthropic and OpenAI APIs: ^[a-zA-Z0-9_-]{1,64}$; MCP 2025-11-25 Tools, Tool Names",
    async look(exam) {
      const tools = await exam.tools();
      const findings = tools.flatMap((tool): Finding[] => {
        const name = textAt(tool, "name") ?? "";
        const said = `the tool name ${quote(name, 80)}`;
        if (name === "") return [error("a tool has no name", "Give every tool a name")];
        if (name.length > 64)
          return [
            error(
              `${said} has ${name.length} characters: model APIs refuse it`,
              "Shorten it to 64 characters, better to 40: clients put the server's name before it",
            ),
          ];
        if (/^[\w-]+$/.test(name))
          return name.length > 48
            ? [warning(`${said} has ${name.length} characters: with a client's prefix it passes 64`, "Shorten it to 40 characters")]
            : [];
        if (/^[\w./-]+$/.test(name))
          return [
            warning(
              `${said} has a dot or a slash: model APIs refuse it, and not every client renames it`,
              "Name tools with letters, digits, _ and -",
            ),
          ];
        return [error(`${said} has characters that model APIs refuse`, "Name tools with letters, digits, _ and -")];
      });
      return judge(findings, `${tools.length} names`);
    },
  },
  {
    name: "tool-twins",
    group: "lists",
    on: "any",
    client: "Clients call a tool by its name alone, and people approve it by how it looks",
    source: "MCP schema, Tool; UTS 39",
    async look(exam) {
      const tools = await exam.tools();
      const seen = new Map<string, string>();
      const findings: Finding[] = [];
      for (const tool of tools) {
        const name = textAt(tool, "name") ?? "";
        const forms = [...new Set([`=${name}`, ...nameForms(name).map((form, index) => `${index}${form}`)])];
        const twin = forms.map((form) => seen.get(form)).find((each) => each !== undefined);
        if (twin === name) findings.push(error(`two tools are called ${quote(name, 64)}`, "Give every tool a name of its own"));
        else if (twin !== undefined)
          findings.push(
            warning(
              `the tools ${quote(twin, 64)} and ${quote(name, 64)} look alike`,
              "Give tools names that people and models can tell apart",
            ),
          );
        for (const form of forms) if (!seen.has(form)) seen.set(form, name);
      }
      return judge(findings, "no two are the same or look alike");
    },
  },
  {
    name: "tool-descriptions",
    group: "lists",
    on: "any",
    client: "The description is all that a model knows of a tool; clients cut long ones",
    source: "Claude Code: 4,096 characters where a tool loads upfront; OpenAI: 1,024",
    async look(exam) {
      const tools = await exam.tools();
      const findings = tools.flatMap((tool): Finding[] => {
        const name = quote(textAt(tool, "name") ?? "", 64);
        const description = tool["description"];
        if (description === undefined || description === "")
          return [warning(`${name} has no description`, "Say in one or two sentences what the tool does and what it returns")];
        if (typeof description !== "string") return [error(`the description of ${name} is no text`, "Give a description as one text")];
        if (description.length > 4_096)
          return [
            warning(
              `the description of ${name} has ${description.length} characters: clients cut it at 4,096 and less`,
              "Say what matters in the first 1,000 characters",
            ),
          ];
        return description.length > 2_048
          ? [note(`the description of ${name} has ${description.length} characters`, "Say what matters in the first 1,000 characters")]
          : [];
      });
      return judge(findings, `${tools.length} descriptions`);
    },
  },
  {
    name: "steering",
    group: "lists",
    on: "any",
    client: "Clients and scanners refuse tools whose texts tell the model how to behave, or hide something",
    source: "OWASP LLM01; Anthropic directory policy",
    async look(exam) {
      const tools = await exam.tools();
      const { opening } = await exam.peer();
      const findings: Finding[] = [];
      const instructions = textAt(opening, "instructions") ?? "";
      findings.push(...faultsOfText("the instructions", instructions, "instructions"));
      for (const tool of tools) {
        const name = quote(textAt(tool, "name") ?? "", 64);
        findings.push(...faultsOfText(`the description of ${name}`, textAt(tool, "description") ?? "", "description"));
        findings.push(...faultsOfText(`the title of ${name}`, titleOf(tool) ?? "", "description"));
        for (const [property, schema] of Object.entries(objectAt(objectAt(tool, "inputSchema"), "properties") ?? {})) {
          const text = isObject(schema) ? textAt(schema, "description") : undefined;
          findings.push(...faultsOfText(`the description of ${quote(property, 40)} in ${name}`, text ?? "", "description"));
        }
      }
      return judge(findings, "titles, descriptions and instructions say what is, and hide nothing");
    },
  },
  {
    name: "annotations",
    group: "lists",
    on: "any",
    client: "Codex runs tools that say readOnlyHint, and refuses in exec those without annotations; others ask the person by them",
    source: "MCP schema, ToolAnnotations; seen: Codex 0.171; Anthropic directory policy",
    async look(exam) {
      const tools = await exam.tools();
      const findings: Finding[] = [];
      const bare = tools.filter((tool) => objectAt(tool, "annotations") === undefined);
      if (bare.length > 0)
        findings.push(
          warning(
            `${countOf(bare.length, tools.length)} no annotations, such as ${nameOf(bare[0])}: they count as destructive`,
            "Give every tool annotations: readOnlyHint, destructiveHint, idempotentHint, openWorldHint",
          ),
        );
      const open = tools.filter((tool) => {
        const hints = objectAt(tool, "annotations");
        return hints !== undefined && hints["readOnlyHint"] !== true && typeof hints["destructiveHint"] !== "boolean";
      });
      if (open.length > 0)
        findings.push(
          note(
            `${countOf(open.length, tools.length)} neither readOnlyHint nor a destructiveHint, such as ${nameOf(open[0])}: destructive is assumed`,
            "Say destructiveHint: true or false for every tool that changes something",
          ),
        );
      for (const tool of tools) {
        const hints = objectAt(tool, "annotations");
        if (hints === undefined) continue;
        const wrong = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].filter(
          (hint) => hint in hints && typeof hints[hint] !== "boolean",
        );
        if (wrong.length > 0)
          findings.push(
            error(
              `${nameOf(tool)} has a ${wrong[0] ?? ""} that is neither true nor false: SDKs refuse the whole list`,
              "Give hints as true or false",
            ),
          );
        if (hints["readOnlyHint"] !== true) continue;
        if (hints["destructiveHint"] === true)
          findings.push(
            warning(
              `${nameOf(tool)} says that it only reads and that it is destructive`,
              "Say what is true of it: readOnlyHint or destructiveHint",
            ),
          );
        else if (changes.test(textAt(tool, "name") ?? ""))
          findings.push(
            warning(
              `${nameOf(tool)} says that it only reads, and its name says otherwise`,
              "Take readOnlyHint off a tool that changes something: clients run it unasked",
            ),
          );
      }
      return judge(findings, `${tools.length} tools say what they do to the world`);
    },
  },
  {
    name: "titles",
    group: "lists",
    on: "any",
    client: "Claude Code and others show a tool's title where they ask the person",
    source: "MCP schema, BaseMetadata; Anthropic directory policy",
    async look(exam) {
      const tools = await exam.tools();
      const bare = tools.filter((tool) => (titleOf(tool) ?? "").trim() === "");
      return judge(
        bare.length === 0
          ? []
          : [
              note(
                `${countOf(bare.length, tools.length)} no title, such as ${nameOf(bare[0])}`,
                "Give every tool a title of a few words, for people",
              ),
            ],
        `${tools.length} titles`,
      );
    },
  },
];

function titleOf(tool: JsonObject): string | undefined {
  return textAt(tool, "title") ?? textAt(objectAt(tool, "annotations"), "title");
}

function nameOf(tool: JsonObject | undefined): string {
  return quote(textAt(tool, "name") ?? "", 64);
}

function countOf(some: number, all: number): string {
  return some === all
    ? all === 1
      ? "the only tool has"
      : `all ${all} tools have`
    : `${some} of ${all} tools ${some === 1 ? "has" : "have"}`;
}

function faultsOfText(what: string, text: string, place: "description" | "instructions"): Finding[] {
  const phrase = steeringIn(text, place);
  return [
    ...(hasHidden(text, true)
      ? [error(`${what} has characters that nobody sees`, "Take control, zero-width, direction and tag characters out of all texts")]
      : []),
    ...(phrase === undefined ? [] : [warning(`${what} ${phrase.why}`, "Say what the tool does, not how the model shall behave")]),
  ];
}

/** Beginnings of names that say that something is changed. */
const changes =
  /^(?:delete|remove|drop|destroy|erase|purge|wipe|create|add|insert|update|write|set|put|post|send|upload|move|rename|install|execute|exec|run_command|kill|deploy|pay|transfer)(?:[_-]|[A-Z]|$)/;
