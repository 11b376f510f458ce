import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { Select } from "../parts/select.tsx";
import { type Scrolled, zoomAbout } from "../parts/sheet.tsx";
import { endOf } from "../song/positions.ts";
import { snaps } from "../song/snap.ts";
import { songZoom } from "./geometry.ts";

/** Snap and zoom of the timeline. */
export function SongTools({ scroll }: { readonly scroll: Scrolled }) {
  const { view, song } = useDesk();
  const zoom = (factor: number): void => zoomAbout(scroll, view.scale, factor, scroll.width.value / 2, songZoom);
  return (
    <div class="st-tools st-song-tools" role="toolbar" aria-label="Timeline">
      <Select
        label="Snap of the timeline"
        value={String(view.snap.value)}
        options={snaps.map(({ ticks, text }) => ({ value: String(ticks), text: ticks === 1 ? "No snap" : `Snap ${text.toLowerCase()}` }))}
        onChoose={(value) => void (view.snap.value = Number(value))}
      />
      <Button label="Zoom out" icon="minus" onPress={() => zoom(0.7)} />
      <Button
        label="Show all of the song"
        onPress={() => {
          view.left.value = 0;
          view.scale.value = Math.max(songZoom[0], (scroll.width.value - 24) / Math.max(7_680, endOf(song.value)));
        }}
      >
        Fit
      </Button>
      <Button label="Zoom in" icon="plus" onPress={() => zoom(1.4)} />
    </div>
  );
}
