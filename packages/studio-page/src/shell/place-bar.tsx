import { useDesk } from "../desk/use-desk.ts";
import type { Place } from "../desk/view.ts";
import { Icon, type IconName } from "../parts/icon.tsx";

const places: readonly { readonly id: Place; readonly name: string; readonly icon: IconName }[] = [
  { id: "song", name: "Song", icon: "song" },
  { id: "notes", name: "Notes", icon: "notes" },
  { id: "mixer", name: "Mixer", icon: "mixer" },
  { id: "sound", name: "Sound", icon: "sound" },
  { id: "pane", name: "Agent", icon: "agent" },
];

/** What a phone shows, chosen at its lower edge. */
export function PlaceBar() {
  const { view } = useDesk();
  return (
    <nav class="st-places" aria-label="Parts of the studio">
      {places.map(({ id, name, icon }) => (
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
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </nav>
  );
}
