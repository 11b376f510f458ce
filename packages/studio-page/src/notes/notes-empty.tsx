import { addClip } from "../actions/clips.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { shortPosition } from "../song/positions.ts";

/** What stands where there is no clip to show: how to get one. */
export function NotesEmpty() {
  const desk = useDesk();
  const { view, song } = desk;
  const track = view.track.value;
  const on = track === undefined ? undefined : song.value.tracks[track];
  return (
    <div class="st-empty">
      {on === undefined || track === undefined ? (
        <>
          <p>A song begins with a track: an instrument to write for.</p>
          <Button label="Add a track" icon="plus" kind="main" onPress={() => void (view.dialog.value = "add-track")}>
            Add a track
          </Button>
        </>
      ) : on.kind === "audio" ? (
        <p>{on.name} plays recordings: drop a sound file on its row.</p>
      ) : (
        <>
          <p>Choose a clip above to see its notes, or make one.</p>
          <Button
            label={`New clip on ${on.name}`}
            icon="plus"
            kind="main"
            keys="N"
            onPress={() => void addClip(desk, track, view.cursor.value, 4)}
          >
            {`New clip on ${on.name}, bar ${shortPosition(song.value, view.cursor.value)}`}
          </Button>
        </>
      )}
    </div>
  );
}
