import { useDesk } from "../desk/use-desk.ts";
import { shortPosition } from "../song/positions.ts";

/** Title, transport and what is done to all of the song. */
export function TopBar() {
  const { song, sound, view } = useDesk();
  return (
    <header class="st-top">
      <h1 class="st-title">{song.value.title}</h1>
      <button type="button" class="jf-button" onClick={() => (sound.playing.value ? sound.stop() : sound.play(view.cursor.value))}>
        {sound.playing.value ? "Stop" : "Play"}
      </button>
      <output>{shortPosition(song.value, view.cursor.value)}</output>
    </header>
  );
}
