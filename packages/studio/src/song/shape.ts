import { type FieldSchema, fieldProblem } from "./fields.ts";

/** What a part of a foreign value must be like. */
export interface Shape {
  /** The value, made anew of what is known of it. Throws ShapeProblem at the first thing that is not as it must be. */
  read(value: unknown, at: string): unknown;
  /** What stands under a key of it; undefined: nothing may. */
  member(key: string): Member | undefined;
}

export interface Member {
  readonly shape: Shape;
  /** `must`: it is there. `may`: where it is not, it reads as undefined. `free`: it may not be there at all, or be one of many. */
  readonly there: "must" | "may" | "free";
}

/** What is wrong with a foreign value, and where. Its values are not quoted, its names are cleaned and cut. */
export class ShapeProblem extends Error {
  readonly where: string;

  constructor(where: string, why: string) {
    super(`${where} ${why}`);
    this.name = "ShapeProblem";
    this.where = where;
  }
}

/** Text, a number, or true and false. */
export function leaf(schema: FieldSchema): Shape {
  return {
    read(value, at) {
      const problem = fieldProblem(value, schema, at);
      if (problem !== undefined) throw new ShapeProblem(at, problem.slice(at.length + 1));
      return value;
    },
    member: () => undefined,
  };
}

/** Just these members. */
export function object(members: Readonly<Record<string, Member>>): Shape {
  return {
    read(value, at) {
      const fields = fieldsOf(value, at);
      const unknown = Object.keys(fields).find((name) => !Object.hasOwn(members, name));
      if (unknown !== undefined) throw new ShapeProblem(below(at, unknown), "is not known here: a newer version may have written it");
      const read: Record<string, unknown> = {};
      for (const [name, { shape, there }] of Object.entries(members)) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (field !== undefined) read[name] = shape.read(field, below(at, name));
        else if (there === "must") throw new ShapeProblem(below(at, name), "is missing");
        else if (there === "may") read[name] = undefined;
      }
      return read;
    },
    member: (key) => (Object.hasOwn(members, key) ? members[key] : undefined),
  };
}

/** As many members of one shape as there are, by names that match. `first` must be among them. */
export function map(name: RegExp, shape: Shape, first?: string): Shape {
  return {
    read(value, at) {
      const fields = fieldsOf(value, at);
      if (first !== undefined && !Object.hasOwn(fields, first)) throw new ShapeProblem(below(at, first), "is missing");
      const entries = Object.entries(fields).map(([key, field]) => {
        if (!name.test(key)) throw new ShapeProblem(below(at, key), "has no name that may be there");
        return [key, shape.read(field, below(at, key))];
      });
      return Object.fromEntries(entries) as unknown;
    },
    member: (key) => (name.test(key) ? { shape, there: key === first ? "must" : "free" } : undefined),
  };
}

export function must(shape: Shape): Member {
  return { shape, there: "must" };
}

export function may(shape: Shape): Member {
  return { shape, there: "may" };
}

export function free(shape: Shape): Member {
  return { shape, there: "free" };
}

function fieldsOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ShapeProblem(at, "must be an object");
  return value as Readonly<Record<string, unknown>>;
}

/** A place within another; foreign names as they may stand in a message. */
export function below(at: string, key: string): string {
  const name = /^[A-Za-z0-9_.-]{1,64}$/.test(key) ? key : key.replaceAll(/[^A-Za-z0-9_.-]/gu, "?").slice(0, 24);
  return at === "" ? name : `${at}.${name}`;
}
