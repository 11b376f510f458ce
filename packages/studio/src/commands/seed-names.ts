/**
 * What those who know other studios' automation look for, and what is here for it: the floor that this studio was measured against. Tools and
 * commands by name; an empty reason: it is here under that name.
 */
export interface KnownName {
  readonly name: string;
  readonly is: "tool" | "command";
  /** Why it is not here. */
  readonly out?: string;
}

const video = "there are no pictures in this studio";
const score = "there is no printed score in this studio";
const page = "only with --connect: there is no page here";

export const knownNames: readonly KnownName[] = [
  ...[
    "list_commands",
    "execute",
    "batch",
    "inspect_session",
    "new_session",
    "open_session",
    "save_session",
    "import_audio",
    "bounce_mix",
    "parity",
  ].map((name): KnownName => ({ name, is: "tool" })),
  ...["screenshot", "ui_inspect", "ui_set", "menu_invoke", "click", "drag", "key"].map((name): KnownName => ({
    name,
    is: "tool",
    out: page,
  })),
  ...[
    "edit.undo",
    "session.open",
    "session.save",
    "session.save_as",
    "session.save_copy",
    "session.save_template",
    "file.import_audio",
    "file.import_midi",
    "file.import_clip_groups",
    "file.import_session_data",
    "file.bounce_mix",
    "file.bounce_stems",
    "file.export_clips",
    "file.export_midi",
    "file.export_session_text",
    "file.export_selected_tracks_as_session",
    "file.export_clip_groups",
    "track.load_preset",
    "track.save_preset",
    "mix.sampler_load",
  ].map((name): KnownName => ({ name, is: "command" })),
  { name: "file.import_video", is: "command", out: video },
  { name: "file.export_sibelius", is: "command", out: score },
  { name: "file.send_to_sibelius", is: "command", out: score },
  { name: "file.print_score", is: "command", out: score },
];
