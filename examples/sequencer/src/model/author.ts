import { cleanText } from "@jackfield/wire";

/** Who made a change: "" is the song as it came, "you" the person at the page, "agent:NAME" an AI client by the name it gave. */
export type AuthorId = string;

export const NOBODY: AuthorId = "";
export const PERSON: AuthorId = "you";

/** The author id of an AI client. The name is display only; the relay has cut and cleaned it. */
export function agentAuthor(name: string): AuthorId {
  const clean = cleanText(name.replace(/[^\p{L}\p{N} ._-]/gu, ""), 64).trim();
  return `agent:${clean === "" ? "agent" : clean}`;
}

/** What the page colours by: warm for the person, cool for agents. */
export function authorKind(id: AuthorId): "nobody" | "person" | "agent" {
  return id === NOBODY ? "nobody" : id === PERSON ? "person" : "agent";
}

/** The name shown for an author. */
export function authorName(id: AuthorId): string {
  return id === NOBODY ? "the song as it came" : id === PERSON ? "You" : id.slice("agent:".length);
}
