import type { Id, SongTrack } from "@jackfield/studio";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { Select } from "../parts/select.tsx";
import { newId } from "../song/new-id.ts";
import { shortPosition } from "../song/positions.ts";
import { laneParams, laneScale } from "./lane-scale.ts";

/** What an automation lane shows, and a way to it without a pointer: points are listed, and one is set where the cursor stands. */
export function LaneHead({ id, track, lane }: { readonly id: Id; readonly track: SongTrack; readonly lane: string }) {
  const desk = useDesk();
  const { view, song } = desk;
  const scale = laneScale(song.value, track, lane);
  const points = Object.entries(track.automation[lane] ?? {}).toSorted(([, a], [, b]) => a.tick - b.tick);
  return (
    <div class="st-lane-head">
      <Select
        label={`Automated param of ${track.name}`}
        value={lane}
        options={laneParams(song.value, track).map((value) => ({ value, text: laneScale(song.value, track, value).name }))}
        onChoose={(next) => void (view.lanes.value = new Map(view.lanes.value).set(id, next))}
      />
      <Button
        label={`Add a point of ${scale.name.toLowerCase()} at the cursor`}
        icon="plus"
        class="st-mini"
        onPress={() =>
          desk.act("Add automation point", [
            { op: "auto.set", track: id, param: lane, id: newId("k"), tick: view.cursor.value, value: scale.rest, shape: "line" },
          ])
        }
      />
      <Button
        label={`Remove all automation of ${scale.name.toLowerCase()}`}
        icon="close"
        class="st-mini"
        disabled={points.length === 0}
        onPress={() => desk.act(`Remove automation of ${scale.name.toLowerCase()}`, [{ op: "auto.remove", track: id, param: lane }])}
      />
      <ol class="jf-aloud">
        {points.slice(0, mostAloud).map(([key, point]) => (
          <li key={key}>{`${shortPosition(song.value, point.tick)}: ${scale.show(point.value)}`}</li>
        ))}
      </ol>
    </div>
  );
}

/** Nobody listens to more. */
const mostAloud = 64;
