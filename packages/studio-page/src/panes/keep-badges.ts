import { effect } from "@preact/signals";
import { isOpenProposal } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";
import { badges } from "./badges.ts";
import { tellQuestions } from "./tell-questions.ts";

/** Keeps what is new in each pane, and says what is asked, for as long as the page is there. */
export function keepBadges(desk: Desk, { talk, agents }: Workroom): void {
  tellQuestions(desk, talk);
  effect(() => void (badges.agent.value = talk.unread.value));
  effect(() => void (badges.connect.value = agents.waiting.value));
  effect(() => {
    void desk.turn.value;
    badges.review.value = desk.open.value.proposals.filter(isOpenProposal).length;
  });
}
