import { Fault, type Json, type JsonObject } from "@jackfield/contract";

/**
 * One page of a list. Lists of at most `most` items have one page and no cursor: several clients read the first page only. A cursor is opaque to
 * clients, names the list and where to go on, and carries no authority: the list is cut after the guards have seen it.
 */
export function pageOf(method: string, member: string, items: readonly JsonObject[], cursor: Json | undefined, most: number): JsonObject {
  const start = cursor === undefined ? 0 : readCursor(method, cursor, items.length);
  const end = start + most;
  return { [member]: items.slice(start, end), ...(end < items.length ? { nextCursor: writeCursor(method, end) } : {}) };
}

function writeCursor(method: string, start: number): string {
  return Buffer.from(`${method}:${start}`).toString("base64url");
}

function readCursor(method: string, cursor: Json, length: number): number {
  const text = typeof cursor === "string" && cursor.length <= longest ? Buffer.from(cursor, "base64url").toString() : "";
  const match = /^([a-z/]+):(\d{1,9})$/.exec(text);
  const start = Number(match?.[2]);
  // A list that got shorter since is no mistake of the client's, but what it has of the list is no longer worth going on from.
  if (match?.[1] !== method || !(start > 0 && start < length))
    throw new Fault("invalid_params", "The cursor is not one of this list", { hint: "List again without a cursor" });
  return start;
}

const longest = 64;
