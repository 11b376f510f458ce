import { sharedSong } from "@jackfield/studio";
import type { Home } from "./home.ts";

/** What stands before a song in the address's fragment. */
export const sharedMark = "#song=";

/**
 * Opens the song that the address brings, as one more of the person's songs; what they have stays. The song is taken out of the address, so that
 * a reload does not open it anew.
 */
export async function openShared(home: Home, tell: (text: string) => void): Promise<void> {
  const text = location.hash.slice(sharedMark.length);
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const song = await sharedSong(text);
    await home.add(song);
    const recordings = Object.keys(song.samples).length;
    tell(
      recordings === 0
        ? `“${song.title}” was shared with you`
        : `“${song.title}” was shared with you, without its ${recordings} recordings`,
    );
  } catch {
    tell("The link holds no song that can be opened: it may have been cut on its way");
  }
}
