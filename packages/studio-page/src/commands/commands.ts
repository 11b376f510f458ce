import { duplicateClips, removeClips, selectedClips, splitClips, addClip } from "../actions/clips.ts";
import { toggleLane } from "../actions/menus.ts";
import { duplicateTrack, removeTrack, toggleStrip } from "../actions/tracks.ts";
import type { Desk } from "../desk/desk.ts";
import type { EditorId } from "../desk/view.ts";
import { playOrStop, toggleLoop } from "../actions/transport.ts";
import { panes } from "../panes/panes.ts";
import { newId } from "../song/new-id.ts";
import { barAround } from "../song/positions.ts";
import type { PageCommand } from "./command.ts";

const track = ({ view }: Desk): string => view.track.peek() ?? "";
const hasTrack = ({ view }: Desk): boolean => view.track.value !== undefined;
const hasClips = ({ view }: Desk): boolean => view.clips.value.size > 0;
const opens =
  (dialog: string) =>
  ({ view }: Desk): void =>
    void (view.dialog.value = dialog);
const shows =
  (editor: EditorId) =>
  ({ view }: Desk): void => {
    view.editor.value = editor;
    if (view.place.peek() !== "song" || innerWidth < 720) view.place.value = editor;
  };

/** All that the page does, in one list: keys, palette and help are made from it. */
export const commands: readonly PageCommand[] = [
  { id: "play", title: "Play or stop", group: "Play", keys: "Space", run: playOrStop },
  {
    id: "start",
    title: "Back to the beginning",
    group: "Play",
    keys: "Home",
    run: ({ view, sound }) => {
      view.cursor.value = 0;
      view.left.value = 0;
      if (sound.playing.peek()) sound.play(0);
    },
  },
  { id: "loop", title: "Loop on or off", group: "Play", keys: "L", run: toggleLoop },
  {
    id: "loop-clips",
    title: "Loop over the selected clips",
    group: "Play",
    keys: "Shift+L",
    can: hasClips,
    run: (desk) => {
      const clips = selectedClips(desk);
      const from = Math.min(...clips.map(({ it }) => it.tick));
      const to = Math.max(...clips.map(({ it }) => it.tick + it.ticks));
      desk.view.loop.value = { on: true, from, to };
    },
  },
  { id: "undo", title: "Undo", group: "Edit", keys: "Mod+Z", can: ({ canUndo }) => canUndo.value, run: (desk) => desk.undo() },
  { id: "redo", title: "Redo", group: "Edit", keys: "Mod+Shift+Z", can: ({ canRedo }) => canRedo.value, run: (desk) => desk.redo() },
  { id: "redo-y", title: "Redo", group: "Edit", keys: "Mod+Y", can: ({ canRedo }) => canRedo.value, run: (desk) => desk.redo() },
  { id: "new", title: "New song…", group: "Song", run: opens("new-song") },
  { id: "settings", title: "Key, tempo and meter…", group: "Song", run: opens("song") },
  { id: "bounce", title: "Bounce to a WAV file", group: "Song", keys: "Mod+B", run: opens("bounce") },
  {
    id: "section",
    title: "Name a section at the cursor…",
    group: "Song",
    run: ({ view, song }) => {
      const { from, to } = barAround(song.peek(), view.cursor.peek());
      view.dialog.value = `section ${newId("s")} ${from} ${(to - from) * 4}`;
    },
  },
  {
    id: "marker",
    title: "Set a marker at the cursor…",
    group: "Song",
    run: ({ view }) => void (view.dialog.value = `marker ${newId("m")} ${view.cursor.peek()}`),
  },
  {
    id: "tempo-here",
    title: "Change the tempo at the cursor…",
    group: "Song",
    run: ({ view }) => void (view.dialog.value = `tempo ${view.cursor.peek()}`),
  },
  { id: "add-track", title: "Add a track…", group: "Track", keys: "T", run: opens("add-track") },
  { id: "mute", title: "Mute the track", group: "Track", keys: "M", can: hasTrack, run: (desk) => toggleStrip(desk, track(desk), "mute") },
  { id: "solo", title: "Solo the track", group: "Track", keys: "O", can: hasTrack, run: (desk) => toggleStrip(desk, track(desk), "solo") },
  {
    id: "automation",
    title: "Show or hide automation",
    group: "Track",
    keys: "A",
    can: hasTrack,
    run: (desk) => toggleLane(desk, track(desk)),
  },
  { id: "color", title: "Color of the track…", group: "Track", can: hasTrack, run: opens("color") },
  { id: "duplicate-track", title: "Duplicate the track", group: "Track", can: hasTrack, run: (desk) => duplicateTrack(desk, track(desk)) },
  { id: "remove-track", title: "Remove the track", group: "Track", can: hasTrack, run: (desk) => removeTrack(desk, track(desk)) },
  {
    id: "add-clip",
    title: "New clip at the cursor",
    group: "Clip",
    keys: "N",
    can: hasTrack,
    run: (desk) => void addClip(desk, track(desk), desk.view.cursor.peek()),
  },
  { id: "duplicate", title: "Duplicate", group: "Clip", keys: "Mod+D", can: hasClips, run: duplicateClips },
  { id: "split", title: "Split at the cursor", group: "Clip", keys: "S", can: hasClips, run: splitClips },
  { id: "rename", title: "Rename the clip…", group: "Clip", keys: "F2", can: hasClips, run: opens("rename-clip") },
  { id: "delete", title: "Delete", group: "Clip", keys: "Delete", can: hasClips, run: removeClips },
  { id: "notes", title: "Show the notes", group: "View", keys: "1", run: shows("notes") },
  { id: "mixer", title: "Show the mixer", group: "View", keys: "2", run: shows("mixer") },
  { id: "sound", title: "Show the track's sound", group: "View", keys: "3", run: shows("sound") },
  ...panes.map(({ id, name }): PageCommand => ({
    id: `pane-${id}`,
    title: `Show ${name.toLowerCase()}`,
    group: "View",
    run: ({ view }) => {
      view.pane.value = id;
      if (innerWidth < 720) view.place.value = "pane";
    },
  })),
  { id: "palette", title: "Find a command…", group: "View", keys: "Mod+K", run: opens("palette") },
  { id: "help", title: "Keys…", group: "View", keys: "?", run: opens("help") },
];

/** A command's keys, for tips and menus. */
export function keysOf(id: string): string | undefined {
  return commands.find((command) => command.id === id)?.keys;
}
