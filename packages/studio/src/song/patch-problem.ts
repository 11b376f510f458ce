import type { Patch } from "immer";
import { type Member, must, type Shape, ShapeProblem, below } from "./shape.ts";
import { songShape } from "./song-shape.ts";

/**
 * What is wrong with a foreign patch, or undefined: it leads to a place that a song has, and puts there what may be there. Whatever such patches do to
 * a song, in whatever order, a song comes of it. A log's patches are put on songs without another look.
 */
export function patchProblem({ op, path, value }: Patch): string | undefined {
  let at = "";
  let member: Member = must(songShape);
  for (const step of path) {
    const next: Member | undefined = typeof step === "string" ? shapeOf(member).member(step) : undefined;
    at = below(at, String(step));
    if (next === undefined) return `${at} is no place in a song`;
    member = next;
  }
  if (path.length === 0) return "a patch changes a part of a song";
  if (op === "remove") return member.there === "must" ? `${at} cannot be removed` : undefined;
  // What is undefined in a song is left out of JSON.
  if (value === undefined && member.there === "may") return undefined;
  try {
    shapeOf(member).read(value, at);
    return undefined;
  } catch (error) {
    if (error instanceof ShapeProblem) return error.message;
    throw error;
  }
}

function shapeOf({ shape }: Member): Shape {
  return shape;
}
