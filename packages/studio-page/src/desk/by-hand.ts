import { type AgentRule, type Author, type CommentRequest, Refusal, type Undone } from "@jackfield/studio";
import type { Desk } from "./desk.ts";

/** What the person does about proposals, comments and others' changes. What the song refuses is told to them, and nothing has happened then. */

export function decide(
  desk: Desk,
  how: "approve" | "reject",
  id: string,
  options: { readonly take: string; readonly note?: string },
): void {
  attempt(desk, () => {
    if (how === "reject") return void desk.open.peek().reject(desk.caller, id, options);
    const { missed } = desk.open.peek().approve(desk.caller, id, options);
    if (missed.length > 0) desk.tell(`Approved. ${missed.length} of its parts found nothing to change any more`);
  });
}

export function setAgentRule(desk: Desk, rule: AgentRule): void {
  attempt(desk, () => desk.open.peek().setAgents(desk.caller, rule));
}

/** Takes back all that an author did. */
export function revertAuthor(desk: Desk, of: Author): Undone | undefined {
  return attempt(desk, () => desk.open.peek().revert(desk.caller, of));
}

/** Takes back one change, whoever made it. */
export function takeBackChange(desk: Desk, seq: number): void {
  const undone = attempt(desk, () => desk.open.peek().takeBack(desk.caller, [seq]));
  if (undone === undefined) return;
  const names = [...new Set(undone.kept.map(({ of }) => of.name))];
  if (names.length > 0) desk.tell(`Kept what ${names.join(", ")} changed since`);
}

export function comment(desk: Desk, request: CommentRequest): void {
  attempt(desk, () => desk.open.peek().comment(desk.caller, request));
}

export function replyTo(desk: Desk, id: string, text: string): void {
  attempt(desk, () => desk.open.peek().reply(desk.caller, id, text));
}

export function resolveComment(desk: Desk, id: string, isResolved: boolean): void {
  attempt(desk, () => desk.open.peek().resolve(desk.caller, id, isResolved));
}

function attempt<T>(desk: Desk, what: () => T): T | undefined {
  try {
    return what();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    desk.tell(error.hint === undefined ? error.message : `${error.message}. ${error.hint}`);
    return undefined;
  }
}
