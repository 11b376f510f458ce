import { useState } from "preact/hooks";
import type { Author, Undone } from "@jackfield/studio";
import { revertAuthor } from "../../desk/by-hand.ts";
import { useDesk } from "../../desk/use-desk.ts";

/** Takes back all that an agent did, and nothing of the person's. */
export function Reverts() {
  const desk = useDesk();
  const [said, say] = useState("");
  void desk.turn.value;
  const open = desk.open.value;
  const counts = new Map<string, { readonly author: Author; count: number }>();
  for (const { by, seq, is } of open.changes) {
    if (by.kind !== "agent" || is !== undefined || open.isUndone(seq)) continue;
    const entry = counts.get(by.id) ?? { author: by, count: 0 };
    entry.count += 1;
    counts.set(by.id, entry);
  }
  if (counts.size === 0 && said === "") return null;
  return (
    <section class="sp-part">
      <h3>Take back</h3>
      {[...counts.values()].map(({ author, count }) => (
        <button key={author.id} type="button" class="jf-button" onClick={() => say(words(author, revertAuthor(desk, author)))}>
          Revert {author.name}’s {count === 1 ? "change" : `${count} changes`}
        </button>
      ))}
      <p class="sp-soft" role="status">
        {said}
      </p>
    </section>
  );
}

/** What came of it, and what was left as it is. */
function words({ name }: Author, undone: Undone | undefined): string {
  if (undone === undefined) return "";
  const { change, kept, tooOld } = undone;
  const done = change === undefined ? `Nothing of ${name}’s could be taken back` : `${name}’s changes are taken back`;
  const parts = [...new Set(kept.map(({ of }) => of.name))];
  const left =
    parts.length === 0 ? "" : `; ${kept.length} ${kept.length === 1 ? "part" : "parts"} kept that ${parts.join(" and ")} changed since`;
  return `${done}${left}${tooOld > 0 ? `; ${tooOld} are too old` : ""}.`;
}
