import { useDesk } from "../../desk/use-desk.ts";

/** Who made the song what it is: people, agents, recordings, approvals. A record, no legal opinion. */
export function Provenance() {
  const desk = useDesk();
  void desk.turn.value;
  const open = desk.open.value;
  const people = new Map<string, { readonly name: string; readonly kind: string; made: number; stands: number; approved: number }>();
  for (const { by, seq, is, approvedBy } of open.changes) {
    if (is !== undefined) continue;
    const entry = people.get(by.id) ?? { name: by.name, kind: by.kind, made: 0, stands: 0, approved: 0 };
    entry.made += 1;
    if (!open.isUndone(seq)) entry.stands += 1;
    if (approvedBy !== undefined) entry.approved += 1;
    people.set(by.id, entry);
  }
  const samples = Object.entries(open.song.samples);
  return (
    <section class="sp-part">
      <h3>Where it comes from</h3>
      {people.size === 0 ? <p class="sp-soft">The song is as it was given.</p> : null}
      <ul class="sp-list">
        {[...people].map(([id, { name, kind, made, stands, approved }]) => (
          <li key={id}>
            <b class="jf-who" data-by={kind === "agent" ? "agent" : "person"}>
              {name}
            </b>{" "}
            <span class="sp-soft">
              {made} {made === 1 ? "change" : "changes"}, {stands} of them in the song
              {approved > 0 ? `, ${approved} approved by a person` : ""}
            </span>
          </li>
        ))}
        {samples.map(([sha, { name, from, by }]) => (
          <li key={sha}>
            {name}{" "}
            <span class="sp-soft">
              recording, {from === "import" ? "imported" : from === "made" ? "made here" : "captured"} by {by} · {sha.slice(0, 12)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
