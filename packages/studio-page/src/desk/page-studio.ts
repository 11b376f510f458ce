import { effect } from "@preact/signals";
import { type Room, type Selection, Studio, type StudioFiles } from "@jackfield/studio";
import type { Home } from "../store/home.ts";
import { pageSessions } from "../files/page-sessions.ts";
import type { Desk } from "./desk.ts";
import { pageDecoder, pageRenderer } from "./page-workers.ts";
import { selectionOfView, viewSelection } from "./selection.ts";

/**
 * What commands and tools work on: the song that is on the page, the page's files, and the person's room. What is selected here and there is
 * one: it follows the view, and the view follows a command that selects.
 */
export function openPageStudio(desk: Desk, home: Home, files: StudioFiles, room: Room): Studio {
  const { samples } = home;
  const studio = new Studio(
    {
      files,
      sessions: pageSessions(files),
      samples: { get: (sha) => samples.get(sha), add: (sha, data) => void samples.set(sha, data), all: samples },
      renderer: pageRenderer,
      decoder: pageDecoder,
      address: `${location.origin}${location.pathname}`,
      room,
      now: Date.now,
    },
    desk.open.peek(),
  );
  // One effect for both: another song comes with another selection, and told alone the old song would seem to be a command's.
  let leading = false;
  // The view has one track in hand; a command may select several, or none. They are, until the person takes another track.
  let chosen: { readonly inHand: string | undefined; readonly tracks: readonly string[] } | undefined;
  const selected = (): Selection => {
    const selection = selectionOfView(desk.view);
    if (chosen !== undefined && chosen.inHand !== desk.view.track.value) chosen = undefined;
    return chosen === undefined ? selection : { ...selection, tracks: chosen.tracks };
  };
  effect(() => {
    const open = desk.open.value;
    const selection = selected();
    leading = true;
    if (studio.open !== open) studio.replace(open, undefined);
    if (!isSame(selection, studio.selection)) studio.select(selection);
    leading = false;
  });
  studio.follow(() => {
    if (leading) return;
    // A command has put another song in its place: it is kept from now on, and shown.
    if (studio.open !== desk.open.peek()) return home.take(studio.open);
    if (isSame(selected(), studio.selection)) return;
    const { tracks } = studio.selection;
    chosen = { inHand: tracks[0] ?? desk.view.track.peek(), tracks };
    viewSelection(desk.view, studio.selection);
  });
  return studio;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
