import { useState } from "preact/hooks";
import { type Difference, type Proposal, Refusal } from "@jackfield/studio";
import type { Desk } from "../../desk/desk.ts";
import { decide } from "../../desk/by-hand.ts";
import { useDesk } from "../../desk/use-desk.ts";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { when } from "../parts/when.ts";
import { Who } from "../parts/who.tsx";
import { startOf } from "./start-of.ts";
import { type Matched, takeKey } from "./takes.ts";

/** A proposal: its takes to hear against the song, what each would change, and the person's yes or no. */
export function ProposalCard({ proposal }: { readonly proposal: Proposal }) {
  const desk = useDesk();
  const { takes } = useWorkroom();
  const [take, choose] = useState(proposal.takes[0]?.id ?? "");
  const [note, write] = useState("");
  const key = takeKey(proposal.id, take);
  const isHeard = takes.heard.value === key;
  const differences = differencesOf(desk, proposal.id, take);

  function settle(how: "approve" | "reject"): void {
    takes.hearSong();
    desk.marks.outline([]);
    decide(desk, how, proposal.id, { take, ...(note.trim() === "" ? {} : { note: note.trim() }) });
  }

  return (
    <article
      class="sp-card"
      aria-label={proposal.title}
      onPointerEnter={() => desk.marks.outline(placesOf(differences))}
      onPointerLeave={() => desk.marks.outline([])}
      onFocusCapture={() => desk.marks.outline(placesOf(differences))}
    >
      <header>
        <h4>{proposal.title}</h4>
        <p class="sp-soft">
          <Who of={proposal.by} /> · <time>{when(proposal.at)}</time>
        </p>
      </header>
      {proposal.why === "" ? null : <p>{proposal.why}</p>}
      {proposal.status === "stale" ? (
        <p class="sp-warn">What this is about has changed since. It would be made on the song as it is now.</p>
      ) : null}
      {proposal.takes.length < 2 ? null : (
        <div class="sp-row" role="radiogroup" aria-label="Takes">
          {proposal.takes.map(({ id, label }) => (
            <label key={id} class="sp-choice">
              <input
                type="radio"
                name={`take-${proposal.id}`}
                checked={id === take}
                onChange={() => {
                  choose(id);
                  if (takes.heard.peek()?.startsWith(`${proposal.id}/`) === true) takes.hear(takeKey(proposal.id, id));
                  desk.marks.outline(placesOf(differencesOf(desk, proposal.id, id)));
                }}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      <div class="sp-row sp-ab" role="group" aria-label="Compare by ear">
        <button type="button" class="jf-button" aria-pressed={!isHeard} onClick={() => takes.hearSong()}>
          A: as it is
        </button>
        <button type="button" class="jf-button" aria-pressed={isHeard} onClick={() => void takes.hear(key)}>
          B: proposed
        </button>
        <button
          type="button"
          class="jf-button"
          data-kind="quiet"
          onClick={() => (desk.sound.playing.peek() ? desk.sound.stop() : desk.sound.play(startOf(differences, desk.song.peek())))}
        >
          {desk.sound.playing.value ? "Stop" : "Play there"}
        </button>
      </div>
      <p class="sp-soft" role="status">
        {matchedWords(takes.matched.value.get(key))}
      </p>
      <ul class="sp-differences" aria-label="What it would change">
        {differences.length === 0 ? <li class="sp-soft">Nothing of it would change the song any more.</li> : null}
        {differences.map(({ text }, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      <input
        class="sp-input"
        aria-label="Note with your decision"
        placeholder="Note with your decision"
        maxLength={1_000}
        value={note}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <div class="sp-row">
        <button type="button" class="jf-button" data-kind="main" onClick={() => settle("approve")}>
          Approve
        </button>
        <button type="button" class="jf-button" onClick={() => settle("reject")}>
          Reject
        </button>
      </div>
    </article>
  );
}

function differencesOf({ open }: Desk, proposal: string, take: string): readonly Difference[] {
  try {
    return open.value.differences(proposal, take);
  } catch (error) {
    // It was decided while it was being drawn.
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** What the timeline outlines. */
function placesOf(differences: readonly Difference[]): readonly string[] {
  return differences.flatMap(({ track, clip }) => (clip !== undefined ? [clip] : track !== undefined ? [track] : []));
}

function matchedWords(state: Matched | undefined): string {
  switch (state?.is) {
    case undefined:
      return "A and B are played equally loud, so that the louder does not win.";
    case "measuring":
      return "Measuring how loud it is …";
    case "matched":
      return state.decibels === 0
        ? "Equally loud."
        : `B is played ${Math.abs(state.decibels)} dB ${state.decibels < 0 ? "softer" : "louder"}, so that both are equally loud.`;
    case "failed":
      return `B could not be measured: ${state.why}`;
  }
}
