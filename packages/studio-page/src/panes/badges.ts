import { effect, signal } from "@preact/signals";
import { isOpenProposal } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";

/** How much is new in a pane. */
export const badges = { agent: signal(0), review: signal(0), connect: signal(0) } as const;

/** Keeps them, for as long as the page is there. */
export function keepBadges(desk: Desk, { talk, agents }: Workroom): void {
  effect(() => void (badges.agent.value = talk.unread.value));
  effect(() => void (badges.connect.value = agents.waiting.value));
  effect(() => {
    void desk.turn.value;
    badges.review.value = desk.open.value.proposals.filter(isOpenProposal).length;
  });
}
