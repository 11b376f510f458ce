import type { Effect } from "@jackfield/contract";
import type { FieldSchema, ObjectSchema } from "../song/fields.ts";

/** A tool that reaches into the page itself: as data, since a page and the process that has its window run it each in their way. */
export interface ControlTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly input: ObjectSchema;
}

const refField: FieldSchema = {
  type: "string",
  minLength: 2,
  maxLength: 8,
  pattern: "^e[0-9]+$",
  description: "An element's ref from ui_inspect",
};
const pixelField: FieldSchema = {
  type: "number",
  minimum: 0,
  maximum: 20_000,
  description: "CSS pixels: of the page, or with a ref from that element's corner",
};
const heldField: FieldSchema = {
  type: "array",
  items: { type: "string", maxLength: 5, enum: ["shift", "alt", "ctrl", "meta"] },
  maxItems: 4,
  description: "Keys held meanwhile",
};
const guardWords = "Connect, Review and questions to the person are refused.";

/** What a running page offers beside the studio's own tools, when it was started with `--control`. */
export const controlTools = [
  {
    name: "screenshot",
    title: "Screenshot",
    description: "A picture of the page as it is now (PNG), and who drew it: the browser, or without a window the page itself, roughly.",
    effect: "read",
    input: object({}),
  },
  {
    name: "ui_inspect",
    title: "Inspect the page",
    description:
      "The page as an outline: role, name, value, state, place in CSS pixels, and a ref for each element. Refs hold until the next call.",
    effect: "read",
    input: object({}),
  },
  {
    name: "ui_set",
    title: "Set a control",
    description: `Sets a field, list, switch or slider of the page to a value, and returns what it is then. ${guardWords}`,
    effect: "interact",
    idempotent: true,
    input: object({ ref: refField, value: { type: "string", maxLength: 500, description: "true or false for a switch" } }, [
      "ref",
      "value",
    ]),
  },
  {
    name: "menu_invoke",
    title: "Choose from the menu",
    description:
      "Does what the menu entry of this command does in the page, with the page's own selection. Ids are those of list_commands.",
    effect: "destructive-write",
    input: object({ id: { type: "string", minLength: 3, maxLength: 64, description: "A command's id, such as track.add" } }, ["id"]),
  },
  {
    name: "click",
    title: "Click",
    description: `Clicks an element or a place of the page, once or twice. ${guardWords}`,
    effect: "destructive-write",
    input: object({
      ref: refField,
      x: pixelField,
      y: pixelField,
      times: { type: "integer", minimum: 1, maximum: 2, description: "2 for a double click" },
      held: heldField,
    }),
  },
  {
    name: "drag",
    title: "Drag",
    description: `Presses at one place, moves to another and lets go. ${guardWords}`,
    effect: "destructive-write",
    input: object(
      {
        from: object({ ref: refField, x: pixelField, y: pixelField }),
        to: object({ ref: refField, x: pixelField, y: pixelField }),
        steps: { type: "integer", minimum: 1, maximum: 60, description: "Moves on the way; default 12" },
        held: heldField,
      },
      ["from", "to"],
    ),
  },
  {
    name: "key",
    title: "Press a key",
    description: `Presses a key or chord where the page's focus is: Space, Enter, Left, a, Mod+Z. ${guardWords}`,
    effect: "destructive-write",
    input: object(
      {
        key: { type: "string", minLength: 1, maxLength: 32, description: "A key or chord; Mod is ⌘ or Ctrl" },
        times: { type: "integer", minimum: 1, maximum: 50, description: "How often; default 1" },
      },
      ["key"],
    ),
  },
] as const satisfies readonly ControlTool[];

export type ControlToolName = (typeof controlTools)[number]["name"];

function object(properties: Readonly<Record<string, FieldSchema>>, required: readonly string[] = []): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
