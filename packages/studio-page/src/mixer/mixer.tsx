import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { tracksInOrder } from "../song/tracks-in-order.ts";
import { MasterStrip } from "./master-strip.tsx";
import { Strip } from "./strip.tsx";

/** All tracks side by side, and the master. */
export function Mixer() {
  const { song, view } = useDesk();
  const tracks = tracksInOrder(song.value);
  return (
    <div class="st-mixer">
      <ul class="st-strips" aria-label="Mixer">
        {tracks.map(({ id, track }) => (
          <Strip key={id} id={id} track={track} />
        ))}
        <li class="st-strip-add">
          <Button label="Add track to the mixer" icon="plus" onPress={() => void (view.dialog.value = "add-track")} />
        </li>
      </ul>
      <MasterStrip />
    </div>
  );
}
