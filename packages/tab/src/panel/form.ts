import type { Json, JsonObject } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { isObject, textOf } from "../json-value.ts";
import { el } from "./dom.ts";

/** The fields of a question. */
export interface Fields {
  readonly node: HTMLElement;
  values(): Readonly<Record<string, Json>>;
}

/** Inputs for an MCP form: an object of text, numbers, yes-no and choices (elicitation's `requestedSchema`). */
export function formFields(schema: JsonObject | undefined): Fields {
  const properties = membersOf(schema?.["properties"]);
  const required = schema?.["required"];
  const fields = Object.entries(properties).map(([name, member]) =>
    field(name, membersOf(member), Array.isArray(required) && required.includes(name)),
  );
  return {
    node: el("div", {}, ...fields.map(({ node }) => node)),
    values: () => Object.fromEntries(fields.flatMap((each) => each.read().map((value) => [each.name, value]))),
  };
}

function field(
  name: string,
  member: JsonObject,
  required: boolean,
): { name: string; node: HTMLElement; /** Its value; none when it was left empty. */ read(): readonly Json[] } {
  const type = textOf(member["type"]);
  const choices = Array.isArray(member["enum"]) ? member["enum"].map(textOf) : undefined;
  const input =
    choices !== undefined
      ? el(
          "select",
          { required },
          ...(required ? [] : [el("option", { value: "" })]),
          ...choices.map((choice) => el("option", { value: choice, text: cleanText(choice, 100) })),
        )
      : el("input", {
          required: required && type !== "boolean",
          type: type === "boolean" ? "checkbox" : type === "number" || type === "integer" ? "number" : "text",
          step: type === "integer" ? 1 : "any",
        });
  const label = el("span", { text: cleanText(textOf(member["title"]) || name, 100) });
  const about = textOf(member["description"]);
  const node = el("label", {}, label, input, about === "" ? undefined : el("small", { text: cleanText(about, 300) }));
  return {
    name,
    node,
    read() {
      if (input instanceof HTMLInputElement && input.type === "checkbox") return [input.checked];
      if (input.value === "") return [];
      return [input instanceof HTMLInputElement && input.type === "number" ? input.valueAsNumber : input.value];
    },
  };
}

function membersOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
