import { useDesk } from "../desk/use-desk.ts";
import { Dialog } from "../parts/dialog.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { Button } from "../parts/button.tsx";
import { newId } from "../song/new-id.ts";
import { shortPosition } from "../song/positions.ts";
import type { DialogView } from "../shell/dialogs.tsx";

/** The song's tempos, and another from a place on: `tempo TICK`. */
export function TempoDialog({ rest: [place = "0"], onClose }: DialogView) {
  const desk = useDesk();
  const song = desk.song.value;
  const tick = Number(place);
  const points = Object.entries(song.tempo).toSorted(([, a], [, b]) => a.tick - b.tick);
  const before = points.findLast(([, point]) => point.tick <= tick)?.[1].bpm ?? 120;
  const isThere = points.some(([, point]) => point.tick === tick);
  return (
    <Dialog title="Tempo" class="st-name-dialog" onClose={onClose}>
      <ul class="st-tempos" aria-label="Tempos">
        {points.map(([id, point]) => (
          <li key={id}>
            <span>from {shortPosition(song, point.tick)}</span>
            <NumberField
              label={`Tempo from ${shortPosition(song, point.tick)}`}
              value={point.bpm}
              least={20}
              most={300}
              digits={1}
              onSet={(bpm) => desk.act(`Tempo ${bpm}`, [{ op: "tempo.set", id, tick: point.tick, bpm }])}
            />
            <Button
              label={`Remove the tempo from ${shortPosition(song, point.tick)}`}
              icon="close"
              disabled={point.tick === 0}
              onPress={() => desk.act("Remove tempo change", [{ op: "tempo.remove", id }])}
            />
          </li>
        ))}
      </ul>
      <footer class="st-dialog-foot">
        <Button
          label={`Change the tempo at ${shortPosition(song, tick)}`}
          icon="plus"
          kind="main"
          disabled={isThere}
          onPress={() => desk.act("Tempo change", [{ op: "tempo.set", id: newId("p"), tick, bpm: before }])}
        >
          At {shortPosition(song, tick)}
        </Button>
      </footer>
    </Dialog>
  );
}
