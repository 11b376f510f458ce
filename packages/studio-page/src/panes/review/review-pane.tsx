import { isOpenProposal } from "@jackfield/studio";
import { useDesk } from "../../desk/use-desk.ts";
import { Comments } from "./comments.tsx";
import { ProposalCard } from "./proposal-card.tsx";
import { when } from "../parts/when.ts";
import { Who } from "../parts/who.tsx";

/** What waits for the person's decision, what was decided, and what was said about the song. */
export function ReviewPane() {
  const desk = useDesk();
  void desk.turn.value;
  const { proposals } = desk.open.value;
  const waiting = proposals.filter(isOpenProposal);
  const decided = proposals.filter((each) => !isOpenProposal(each)).toReversed();
  return (
    <div class="sp" data-person-only="">
      <section class="sp-part">
        <h3>Proposals</h3>
        {waiting.length === 0 ? <p class="sp-soft">Nothing waits for you.</p> : null}
        {waiting.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} />
        ))}
      </section>
      {decided.length === 0 ? null : (
        <section class="sp-part">
          <h3>Decided</h3>
          <ol class="sp-list">
            {decided.slice(0, 20).map(({ id, title, by, status, decision }) => (
              <li key={id}>
                <span>{title}</span>
                <span class="sp-soft">
                  <Who of={by} /> · {status}
                  {decision === undefined ? "" : ` by ${decision.by.name}, ${when(decision.at)}`}
                  {decision?.missed === undefined || decision.missed === 0 ? "" : ` · ${decision.missed} parts found nothing to change`}
                  {decision?.note === undefined ? "" : ` · “${decision.note}”`}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Comments />
    </div>
  );
}
