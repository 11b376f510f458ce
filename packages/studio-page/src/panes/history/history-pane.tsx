import { useState } from "preact/hooks";
import type { Change } from "@jackfield/studio";
import { takeBackChange } from "../../desk/by-hand.ts";
import { useDesk } from "../../desk/use-desk.ts";
import { when } from "../parts/when.ts";
import { Who } from "../parts/who.tsx";
import { placesOfChange } from "./places-of-change.ts";
import { Provenance } from "./provenance.tsx";

/** Every change, by whom and through what; what was taken back is struck. */
export function HistoryPane() {
  const desk = useDesk();
  const [by, only] = useState("");
  const [pages, more] = useState(1);
  const changes = desk.changes.value.toReversed();
  const authors = new Map(changes.map((change) => [change.by.id, change.by.name]));
  const shown = changes.filter((change) => by === "" || change.by.id === by);
  return (
    <div class="sp">
      <section class="sp-part">
        <h3>History</h3>
        <div class="sp-row">
          <select class="jf-select" aria-label="Whose changes" value={by} onChange={({ currentTarget }) => only(currentTarget.value)}>
            <option value="">Everybody</option>
            {[...authors].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button type="button" class="jf-button" disabled={!desk.canUndo.value} onClick={() => desk.undo()}>
            Undo mine
          </button>
        </div>
        {shown.length === 0 ? <p class="sp-soft">Nothing has been changed yet.</p> : null}
        <ol class="sp-list" aria-label="Changes, newest first">
          {shown.slice(0, pages * page).map((change) => (
            <ChangeLine key={change.seq} change={change} />
          ))}
        </ol>
        {shown.length > pages * page ? (
          <button type="button" class="jf-button" onClick={() => more(pages + 1)}>
            Show {Math.min(page, shown.length - pages * page)} more of {shown.length}
          </button>
        ) : null}
      </section>
      <Provenance />
    </div>
  );
}

/** Changes that are drawn at once. */
const page = 60;

function ChangeLine({ change }: { readonly change: Change }) {
  const desk = useDesk();
  const { seq, at, by, label, tool, approvedBy, missed, settled } = change;
  const isUndone = desk.open.value.isUndone(seq);
  const places = placesOfChange(change);
  return (
    <li class="sp-change" data-undone={isUndone}>
      <button
        type="button"
        class="sp-link sp-change-name"
        title="Show what it changed"
        disabled={places.length === 0}
        onClick={() => desk.marks.pulse(places, 3)}
      >
        {isUndone ? <s>{label}</s> : label}
      </button>
      <span class="sp-soft">
        <Who of={by} /> · <time>{when(at)}</time>
        {tool === undefined ? "" : ` · ${tool}`}
        {approvedBy === undefined ? "" : ` · approved by ${approvedBy.name}`}
        {missed.length === 0 ? "" : ` · ${missed.length} missed`}
        {isUndone ? " · taken back" : ""}
      </span>
      {isUndone || settled === true ? null : (
        <button type="button" class="jf-button" data-kind="quiet" aria-label={`Revert ${label}`} onClick={() => takeBackChange(desk, seq)}>
          Revert
        </button>
      )}
    </li>
  );
}
