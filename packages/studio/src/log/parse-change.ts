import type { Author, Change } from "../song/change.ts";
import { type ObjectSchema, fieldProblem } from "../song/fields.ts";
import { patchProblem } from "../song/patch-problem.ts";

/** A change from text that somebody else may have written, or undefined. What its ops ask for is not checked: they have been done. */
export function parseChange(text: string): Change | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Whatever it is, it is no change.
    return undefined;
  }
  return isChange(value) ? value : undefined;
}

export function isChange(value: unknown): value is Change {
  if (fieldProblem(value, changeSchema, "change") !== undefined) return false;
  const change = value as Record<string, unknown>;
  const { by, approvedBy, ops, missed, patches, inverse, undoes, redoes, took } = change;
  return (
    isAuthor(by) &&
    (approvedBy === undefined || isAuthor(approvedBy)) &&
    [ops, missed].every((list) => isList(list, isOp)) &&
    [patches, inverse].every((list) => isList(list, isPatch)) &&
    [undoes, redoes].every((list) => list === undefined || isList(list, isCount)) &&
    (took === undefined || isList(took, (pair) => isList(pair, isCount) && (pair as unknown[]).length === 2)) &&
    isBackward(change)
  );
}

/** It takes back and brings back what was before it: undo follows these numbers, and one that led on would lead it in a circle. */
function isBackward({ seq, undoes = [], redoes = [], took = [] }: Record<string, unknown>): boolean {
  const before = [...(undoes as number[]), ...(redoes as number[]), ...(took as [number, number][]).map(([of]) => of)];
  return before.every((number) => number < (seq as number));
}

export function isAuthor(value: unknown): value is Author {
  return fieldProblem(value, authorSchema, "author") === undefined;
}

/** Leads to a place of a song, and puts there what may be there: it is put there without another look, when the log is read and at an undo. */
function isPatch(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { op, path } = value;
  if (op !== "add" && op !== "remove" && op !== "replace") return false;
  if (!isList(path, (step) => typeof step === "string") || (path as unknown[]).length > 16) return false;
  return patchProblem({ op, path: path as string[], value: value["value"] }) === undefined;
}

function isOp(value: unknown): boolean {
  return isFields(value) && typeof value["op"] === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isList(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const authorSchema: ObjectSchema = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 1, maxLength: 128 },
    name: { type: "string", maxLength: 128 },
    kind: { type: "string", maxLength: 6, enum: ["person", "agent"] },
    for: { type: "string", minLength: 1, maxLength: 128 },
    via: { type: "string", maxLength: 5, enum: ["ui", "relay", "stdio", "space"] },
  },
  required: ["id", "name", "kind"],
  additionalProperties: false,
};

const changeSchema: ObjectSchema = {
  type: "object",
  properties: {
    seq: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    at: { type: "number", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    label: { type: "string", maxLength: 400 },
    is: { type: "string", maxLength: 6, enum: ["undo", "redo", "revert"] },
    on: { type: "string", maxLength: 40 },
    tool: { type: "string", maxLength: 128 },
    group: { type: "string", maxLength: 128 },
    settled: { type: "boolean" },
  },
  required: ["seq", "at", "by", "label", "ops", "patches", "inverse", "missed"],
  // Members that a later version adds are kept.
  additionalProperties: true,
};
