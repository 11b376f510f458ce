import { AddTrack } from "./dialogs/add-track.tsx";
import { Bounce } from "./dialogs/bounce.tsx";
import { ColorDialog } from "./dialogs/color.tsx";
import { Help } from "./dialogs/help.tsx";
import { MarkerDialog } from "./dialogs/marker.tsx";
import { NewSong } from "./dialogs/new-song.tsx";
import { Palette } from "./dialogs/palette.tsx";
import { RenameClip } from "./dialogs/rename-clip.tsx";
import { SectionDialog } from "./dialogs/section.tsx";
import { SongSettings } from "./dialogs/song-settings.tsx";
import { TempoDialog } from "./dialogs/tempo.tsx";

// What the page loads once the song is on it: nobody needs it to see the song and to hear it.

export { builtInDevices } from "@jackfield/studio";
export { openWorkroom } from "./desk/workroom.ts";
export { DropLayer } from "./files/drop-layer.tsx";
export { keepBadges } from "./panes/keep-badges.ts";
export { paneViews } from "./panes/pane-views.ts";
export { SoundEditor } from "./device/sound-editor.tsx";
export { Mixer } from "./mixer/mixer.tsx";
export { NotesEditor } from "./notes/notes-editor.tsx";

/** Dialogs by name. */
export const dialogs = {
  palette: Palette,
  help: Help,
  "add-track": AddTrack,
  "new-song": NewSong,
  song: SongSettings,
  "rename-clip": RenameClip,
  section: SectionDialog,
  marker: MarkerDialog,
  tempo: TempoDialog,
  color: ColorDialog,
  bounce: Bounce,
} as const;
