import type { Signal } from "@preact/signals";
import { changeVelocity, notesInHand, quantize, setNotes } from "../actions/notes.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { Select } from "../parts/select.tsx";
import { barAround } from "../song/positions.ts";
import { snaps } from "../song/snap.ts";
import type { Shown } from "./note-gestures.ts";

export interface NotesToolsProps {
  readonly shown: Shown;
  readonly typing: Signal<boolean>;
  readonly onZoom: (factor: number) => void;
}

/** Tool, grid, quantizing, velocity and length, above the notes. */
export function NotesTools({ shown, typing, onZoom }: NotesToolsProps) {
  const desk = useDesk();
  const { view, song } = desk;
  const { ref, clip } = shown;
  const { from, to } = barAround(song.value, clip.tick);
  const barTicks = Math.max(1, to - from);
  const held = view.notes.value;
  const first = clip.notes[[...held].at(-1) ?? ""];
  return (
    <div class="st-tools" role="toolbar" aria-label="Notes">
      <Button label="Draw" icon="pencil" pressed={view.tool.value === "draw"} onPress={() => void (view.tool.value = "draw")} />
      <Button label="Select" icon="select" pressed={view.tool.value === "select"} onPress={() => void (view.tool.value = "select")} />
      <Select
        label="Grid of the notes"
        value={String(view.grid.value)}
        options={snaps
          .filter(({ ticks }) => ticks > 0)
          .map(({ ticks, text }) => ({ value: String(ticks), text: ticks === 1 ? "No grid" : text }))}
        onChoose={(value) => void (view.grid.value = Number(value))}
      />
      <Button
        label={held.size === 0 ? "Quantize all notes" : "Quantize the selected notes"}
        keys="Q"
        kind="plain"
        onPress={() => quantize(desk)}
      >
        Quantize
      </Button>
      <Button
        label="Type notes with the letter keys"
        icon="notes"
        pressed={typing.value}
        onPress={() => void (typing.value = !typing.value)}
      />
      <label class="st-labelled">
        <span>Velocity</span>
        <NumberField
          label={held.size === 0 ? "Velocity of all notes, by how much" : "Velocity of the selected notes"}
          value={first?.velocity ?? 100}
          least={1}
          most={127}
          onSet={(velocity) => {
            if (held.size === 0) changeVelocity(desk, velocity - 100);
            else
              setNotes(
                desk,
                ref,
                "Velocity",
                notesInHand(desk).map((note) => ({ ...note, velocity })),
              );
          }}
        />
      </label>
      <label class="st-labelled">
        <span>Bars</span>
        <NumberField
          label="Length of the clip, in bars"
          value={clip.ticks / barTicks}
          least={0.25}
          most={256}
          digits={2}
          onSet={(bars) =>
            desk.act("Resize clip", [
              { op: "clip.set", track: ref.track, clip: ref.clip, ticks: Math.max(30, Math.round(bars * barTicks)) },
            ])
          }
        />
      </label>
      <span class="st-space" />
      <Button label="Zoom out of the notes" icon="minus" onPress={() => onZoom(0.7)} />
      <Button label="Zoom into the notes" icon="plus" onPress={() => onZoom(1.4)} />
    </div>
  );
}
