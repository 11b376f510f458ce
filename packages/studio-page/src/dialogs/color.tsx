import { useDesk } from "../desk/use-desk.ts";
import { colors, trackColors } from "../parts/colors.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

/** Hues by name, as far apart as ten can be. */
const hues = [
  ["Amber", 0],
  ["Olive", 36],
  ["Lime", 72],
  ["Green", 108],
  ["Jade", 144],
  ["Teal", 180],
  ["Sky", 205],
  ["Indigo", 232],
  ["Violet", 268],
  ["Pink", 320],
] as const;

/** A track's color: every hue but the person's own and the agents'. */
export function ColorDialog({ onClose }: DialogView) {
  const desk = useDesk();
  const id = desk.view.track.value ?? "";
  const track = desk.song.value.tracks[id];
  if (track === undefined) return null;
  return (
    <Dialog title={`Color of ${track.name}`} class="st-name-dialog" onClose={onClose}>
      <div class="st-swatches" role="radiogroup" aria-label="Color">
        {hues.map(([name, hue]) => (
          <button
            key={name}
            type="button"
            class="st-swatch"
            role="radio"
            aria-label={name}
            aria-checked={track.hue === hue}
            title={name}
            style={{ "--tone": trackColors(hue, colors.value.dark).strong }}
            onClick={() => desk.act(`Color of ${track.name}`, [{ op: "track.set", track: id, hue }])}
          />
        ))}
      </div>
    </Dialog>
  );
}
