import type { Id } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { MenuItem } from "../desk/view.ts";
import { duplicateClips, removeClips, selectedClips, splitClips } from "./clips.ts";
import { duplicateTrack, removeTrack, shiftTrack } from "./tracks.ts";

/** What can be done to the selected clips. */
export function clipMenu(desk: Desk): readonly MenuItem[] {
  const { view } = desk;
  const clips = selectedClips(desk);
  const from = Math.min(...clips.map(({ it }) => it.tick));
  const to = Math.max(...clips.map(({ it }) => it.tick + it.ticks));
  return [
    {
      text: "Edit notes",
      keys: "Enter",
      run: () => {
        view.editor.value = "notes";
        view.place.value = "notes";
      },
    },
    { text: "Duplicate", keys: "Mod+D", run: () => duplicateClips(desk) },
    { text: "Split at the cursor", keys: "S", run: () => splitClips(desk) },
    { text: "Rename…", keys: "F2", run: () => void (view.dialog.value = "rename-clip") },
    { text: "Loop over it", run: () => void (view.loop.value = { on: true, from, to }) },
    { text: "Delete", keys: "Delete", run: () => removeClips(desk) },
  ];
}

/** What can be done to a track. */
export function trackMenu(desk: Desk, track: Id): readonly MenuItem[] {
  const { view } = desk;
  return [
    {
      text: view.lanes.peek().has(track) ? "Hide automation" : "Show automation",
      keys: "A",
      run: () => toggleLane(desk, track),
    },
    { text: "Color…", run: () => void ((view.track.value = track), (view.dialog.value = "color")) },
    { text: "Move up", run: () => shiftTrack(desk, track, -1) },
    { text: "Move down", run: () => shiftTrack(desk, track, 1) },
    { text: "Duplicate", run: () => duplicateTrack(desk, track) },
    { text: "Sound…", keys: "3", run: () => showSound(desk, track) },
    { text: "Remove", run: () => removeTrack(desk, track) },
  ];
}

export function showSound({ view }: Pick<Desk, "view">, track: Id): void {
  view.track.value = track;
  view.editor.value = "sound";
  if (view.place.peek() !== "song" || innerWidth < 720) view.place.value = "sound";
}

export function toggleLane({ view }: Pick<Desk, "view">, track: Id): void {
  const lanes = new Map(view.lanes.peek());
  if (!lanes.delete(track)) lanes.set(track, "gainDb");
  view.lanes.value = lanes;
}
