import { useDesk } from "../desk/use-desk.ts";
import { tracksInOrder } from "../song/tracks-in-order.ts";

/** The tracks, and what stands on them over time. */
export function SongView() {
  const { song } = useDesk();
  return (
    <section class="st-song" aria-label="Song">
      <ul>
        {tracksInOrder(song.value).map(({ id, track }) => (
          <li key={id}>{track.name}</li>
        ))}
      </ul>
    </section>
  );
}
