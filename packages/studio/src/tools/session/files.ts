import { runCommand } from "../../commands/run-command.ts";
import { type BounceParams, bounceFields } from "../../commands/bounce-commands.ts";
import { positionField } from "../../commands/positions.ts";
import { nameField } from "../../song/op-row.ts";
import { type StudioTool, studioTool } from "../studio-tool.ts";

/** Sound in, and sound out. */
export const fileTools: readonly StudioTool[] = [
  studioTool<{ path: string; track?: string; at?: unknown; name?: string }>({
    name: "import_audio",
    title: "Import audio",
    description:
      "Imports a recording as a clip: on the named track, or a new one; at the playhead, or at a position. WAV, AIFF, CAF, FLAC, MP3, Ogg Vorbis and Opus; AAC and ALAC through ffmpeg where it is installed. Returns the track, the clip, the recording's hash, and what was odd about the file.",
    effect: "write",
    foreign: true,
    timeoutMs: 120_000,
    places: ["tab", "headless"],
    fields: {
      path: { type: "string", minLength: 1, maxLength: 1_024, description: "The file" },
      track: { type: "string", minLength: 1, maxLength: 64, description: "A track of audio, by name or id. Default: a new one" },
      at: positionField,
      name: nameField,
    },
    required: ["path"],
    run: (studio, input, call) => runCommand(studio, "file.import_audio", input, call),
  }),
  studioTool<BounceParams & { stems?: boolean }>({
    name: "bounce_mix",
    title: "Bounce mix",
    description:
      "Renders the mix to a WAV (16, 24, 32f), AIFF or FLAC (16, 24) file: all of it, a part (from, to), or with stems each track by itself into a folder. Returns peak dBFS, true peak dBTP, integrated LUFS, loudness range, and the SHA-256 of the sound; the same song gives the same hash everywhere. Sends progress; a call that is cancelled leaves no file. Does not replace a file that is there, unless replace is true.",
    effect: "destructive-write",
    idempotent: true,
    timeoutMs: 120_000,
    places: ["tab", "headless"],
    fields: { ...bounceFields, stems: { type: "boolean", description: "Each track by itself; path is a folder then. Default false" } },
    required: ["path"],
    run: (studio, { stems = false, ...input }, call) => runCommand(studio, stems ? "file.bounce_stems" : "file.bounce_mix", input, call),
  }),
];
