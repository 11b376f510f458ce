import type { Json, JsonObject } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Op, OpRow } from "../song/op-row.ts";
import { ops } from "../song/ops.ts";
import type { Command } from "./command.ts";
import type { Desk } from "./desk.ts";
import { targetClips, targetTracks } from "./lookup.ts";
import { type OpParam, noteIdsParam, opParams } from "./op-params.ts";
import { type OpPlace, hiddenOps, opPlaces } from "./op-places.ts";

/** A test finds ops that nobody gave a place: until then they can be done all the same. */
const nowhere: OpPlace = { menu: "Edit" };

type Fields = Readonly<Record<string, unknown>>;

/** A command for each kind of change, made from the table of ops. */
export const opCommands: readonly Command[] = [...ops.values()].filter(({ op }) => !hiddenOps.has(op)).map(commandOfOp);

/** The op's own fields in the form that people and agents write them, with what may be left out left out. */
function commandOfOp(row: OpRow): Command {
  const place = opPlaces[row.op] ?? nowhere;
  const fields = Object.entries(row.fields.properties).filter(([field]) => place.own?.[field] === undefined);
  const isLeftOut = (field: string): boolean =>
    field === "track" || field === "clip" || (place.defaults !== undefined && Object.hasOwn(place.defaults, field));
  return {
    id: row.op,
    title: row.title,
    menu: place.menu,
    ...(place.shortcut === undefined ? {} : { shortcut: place.shortcut }),
    blurb: row.blurb,
    role: row.role,
    kind: "edit",
    destructive: row.destructive,
    undoable: true,
    atomic: true,
    params: {
      type: "object",
      properties: Object.fromEntries(fields.map(([field, schema]) => [paramOf(row, field)?.name ?? field, schemaOf(row, field, schema)])),
      required: row.fields.required
        .filter((field) => !isLeftOut(field) && place.own?.[field] === undefined)
        .map((field) => paramOf(row, field)?.name ?? field),
      additionalProperties: false,
    },
    run: (desk, params) => run(row, place, desk, params),
  };
}

function run(row: OpRow, place: OpPlace, desk: Desk, params: Fields): Json {
  const list = targetsOf(row, desk, params).map((target) => opOf(row, place, desk, params, target));
  const made = list.map((op) => madeBy(row, op));
  return desk.edit(row.title, list, made.length === 1 ? (made[0] ?? {}) : { all: made });
}

/** One for each track or clip that it is about: the named one, or those selected. */
function targetsOf({ fields }: OpRow, desk: Desk, { track, clip }: Fields): readonly Fields[] {
  const named = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  if (Object.hasOwn(fields.properties, "clip")) return targetClips(desk, named(clip), named(track)).map((at) => ({ ...at }));
  if (Object.hasOwn(fields.properties, "track")) return targetTracks(desk, named(track)).map((id) => ({ track: id }));
  return [{}];
}

function opOf(row: OpRow, place: OpPlace, desk: Desk, params: Fields, target: Fields): Op {
  const so: Record<string, unknown> = { ...target };
  // Where it begins comes before how long it is.
  const names = Object.keys(row.fields.properties).toSorted((a, b) => Number(a === "ticks") - Number(b === "ticks"));
  for (const field of names) {
    const param = paramOf(row, field);
    const given = params[param?.name ?? field];
    if (given === undefined || field in target) continue;
    so[field] = param === undefined ? given : param.value(desk, given, so);
  }
  for (const [field, value] of Object.entries(place.own ?? {})) so[field] = value(desk, so);
  for (const [field, value] of Object.entries(place.defaults ?? {})) so[field] ??= value(desk, so);
  const nothing = Object.keys(so).every((field) => field in target);
  if (nothing && row.fields.required.length < Object.keys(row.fields.properties).length && !row.destructive)
    throw new Refusal("invalid_op", `${row.op} is given nothing to change`, `It takes ${Object.keys(row.fields.properties).join(", ")}`);
  return { op: row.op, ...so };
}

/** What a result says of it, so that the next command can name it. */
function madeBy({ fields }: OpRow, op: Op): JsonObject {
  const made: Record<string, Json> = {};
  for (const name of ["track", "clip"]) if (typeof op[name] === "string") made[name] = op[name];
  if (typeof op["id"] === "string") made[nameOfMade(op.op)] = op["id"];
  if (Array.isArray(op["notes"]) && fields.properties["notes"] !== undefined)
    made["notes"] = op["notes"].map((note: unknown) => (typeof note === "string" ? note : String((note as { readonly id: string }).id)));
  return made;
}

/** `track` for `track.add`, `clip` for `clip.split`. Of two that are one from then on, the new one is named. */
function nameOfMade(op: string): string {
  return op.slice(0, op.indexOf("."));
}

function paramOf({ op }: OpRow, field: string): OpParam | undefined {
  if (op === "note.remove" && field === "notes") return noteIdsParam;
  if (op === "notes.replace" && field === "ticks") return undefined;
  if (!Object.hasOwn(opParams, field)) return undefined;
  return opParams[field];
}

function schemaOf(row: OpRow, field: string, schema: FieldSchema): FieldSchema {
  const param = paramOf(row, field);
  // An id that names what is there is no id of something new.
  if (param === undefined || (field === "id" && row.destructive)) return schema;
  return param.schema;
}
