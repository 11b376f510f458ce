import { useDesk } from "../desk/use-desk.ts";
import type { Place } from "../desk/view.ts";

const places: readonly { readonly id: Place; readonly name: string }[] = [
  { id: "song", name: "Song" },
  { id: "notes", name: "Notes" },
  { id: "mixer", name: "Mixer" },
  { id: "sound", name: "Sound" },
  { id: "pane", name: "Agent" },
];

/** What a phone shows, chosen at its lower edge. */
export function PlaceBar() {
  const { view } = useDesk();
  return (
    <nav class="st-places" aria-label="Parts of the studio">
      {places.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          class="st-place"
          aria-current={view.place.value === id ? "page" : undefined}
          onClick={() => {
            view.place.value = id;
            if (id === "notes" || id === "mixer" || id === "sound") view.editor.value = id;
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
