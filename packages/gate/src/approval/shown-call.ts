import { type Answer, effects, type Effect, type JsonObject, type Question, safeText } from "@jackfield/contract";
import type { ToolRun } from "../call.ts";

/**
 * The arguments that are going to run, a line each, for a person to read: cut, control and bidi characters written out, and saying how much is
 * not shown. Values are JSON, so that none of them can look like a line of ours.
 */
export function shownArguments(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [shownValue(value)];
  const members: [string, unknown][] = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return ["(no arguments)"];
  const lines: string[] = [];
  let characters = 0;
  for (const [name, member] of members) {
    const line = `${safeText(name, nameCharacters)}: ${shownValue(member)}`;
    if (lines.length === mostLines || characters + line.length > mostCharacters) break;
    characters += line.length;
    lines.push(line);
  }
  const hidden = members.length - lines.length;
  return hidden === 0 ? lines : [...lines, `(${hidden} more ${hidden === 1 ? "argument" : "arguments"}, not shown)`];
}

/** The question that asks the calling client for the person's yes. `approve` has no default: an empty answer is a no. */
export function approvalQuestion({ tool }: ToolRun, lines: readonly string[]): Question {
  const head = `Allow "${safeText(tool.title, titleCharacters)}" (${safeText(tool.name, titleCharacters)}), which ${meaningOf(tool.effect)}?`;
  const params: JsonObject = {
    message: [head, ...lines].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { approve: { type: "boolean", title: "Allow this once" } },
      required: ["approve"],
    },
  };
  return { method: "elicitation/create", params };
}

/** Anything but a plain yes is a no. */
export function saysYes(answer: Answer | undefined): boolean {
  if (answer?.["action"] !== "accept") return false;
  const content: unknown = answer["content"];
  return typeof content === "object" && content !== null && Object.hasOwn(content, "approve") && Reflect.get(content, "approve") === true;
}

function shownValue(value: unknown): string {
  const json = JSON.stringify(value) ?? "undefined";
  const shown = safeText(json, valueCharacters);
  const hidden = json.length - valueCharacters;
  return hidden > 0 ? `${shown} (about ${hidden} characters more)` : shown;
}

function meaningOf(effect: Effect): string {
  return effects[effect].meaning;
}

/** The whole message stays under the 2,000 characters that doors let through. */
const mostCharacters = 1_500;
const mostLines = 20;
const valueCharacters = 200;
const nameCharacters = 64;
const titleCharacters = 64;
