import type { JsonObject } from "@jackfield/contract";
import { arpeggio, bar, bass, drums, held, stabs, tune } from "./parts.ts";

/** One call of a tool, as an agent sends it. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Commands of a batch. */
function batch(...calls: readonly (readonly [command: string, params: object])[]): ToolCall {
  return {
    tool: "batch",
    arguments: { atomic: true, calls: calls.map(([command, params]) => ({ command, params: params as JsonObject })) },
  };
}

function clip(track: string, name: string, from: number, bars: number, notes: readonly object[]): readonly [string, object] {
  return ["clip.add", { track, name, at: `bars_beats:${from}|1|000`, length: { ticks: bars * bar }, notes }];
}

/**
 * What an agent does to make a song of a minute, from an empty session to a mix that is measured: 24 bars in A minor at 96, in four parts. `songCalls` are those
 * that change the song.
 */
export function toolCalls(files: { readonly session: string; readonly mix: string }): readonly ToolCall[] {
  return [
    { tool: "new_session", arguments: { id: "s_night_train", title: "Night train", discard: true } },
    { tool: "list_commands", arguments: { filter: "clip add" } },
    ...songCalls,
    { tool: "inspect_session", arguments: {} },
    { tool: "save_session", arguments: { path: files.session } },
    { tool: "bounce_mix", arguments: { path: files.mix, bits: "16" } },
  ];
}

/** The calls that change the song. */
export const songCalls: readonly ToolCall[] = [
  batch(
    ["song.set", { title: "Night train", tonic: "A", mode: "minor" }],
    ["tempo.set", { at: { ticks: 0 }, bpm: 96 }],
    ["section.set", { name: "Intro", at: "bars_beats:1|1|000", length: { bars: 4 } }],
    ["section.set", { name: "Verse", at: "bars_beats:5|1|000", length: { bars: 8 } }],
    ["section.set", { name: "Chorus", at: "bars_beats:13|1|000", length: { bars: 8 } }],
    ["section.set", { name: "Outro", at: "bars_beats:21|1|000", length: { bars: 4 } }],
    ["marker.set", { name: "Drop", at: "bars_beats:13|1|000" }],
  ),
  batch(
    ["track.add", { name: "Drums", device: "drums", id: "t_drums" }],
    ["track.add", { name: "Bass", device: "sub", id: "t_bass" }],
    ["track.add", { name: "Keys", device: "keys", id: "t_keys" }],
    ["track.add", { name: "Pad", device: "pad", id: "t_pad" }],
    ["track.add", { name: "Pluck", device: "pluck", id: "t_pluck" }],
    ["track.add", { name: "Lead", device: "poly", id: "t_lead" }],
  ),
  batch(
    clip("Pad", "Air", 1, 12, held(12)),
    clip("Pluck", "Rails", 3, 2, arpeggio(2)),
    clip("Drums", "Half time", 5, 8, drums(8, false)),
    clip("Bass", "Roots", 5, 8, bass(8, false)),
    clip("Pluck", "Rails", 5, 8, arpeggio(8)),
  ),
  batch(
    clip("Drums", "Full", 13, 8, drums(8, true)),
    clip("Bass", "Push", 13, 8, bass(8, true)),
    clip("Keys", "Stabs", 13, 8, stabs(8)),
    clip("Pad", "Air", 13, 12, held(12)),
    clip("Pluck", "Rails", 13, 8, arpeggio(8)),
    clip("Lead", "Tune", 13, 8, tune()),
  ),
  batch(clip("Bass", "Last", 21, 3, bass(3, false)), clip("Pluck", "Rails", 21, 2, arpeggio(2)), clip("Keys", "Stabs", 21, 3, stabs(3))),
  // Heard through the meters, the first mix was dense around 300 Hz and had no room behind it.
  batch(
    ["mix.gain", { track: "Drums", gainDb: -5 }],
    ["mix.gain", { track: "Bass", gainDb: -7 }],
    ["mix.gain", { track: "Keys", gainDb: -12 }],
    ["mix.gain", { track: "Pad", gainDb: -15 }],
    ["mix.gain", { track: "Pluck", gainDb: -13 }],
    ["mix.gain", { track: "Lead", gainDb: -12 }],
    ["mix.pan", { track: "Keys", pan: -0.3 }],
    ["mix.pan", { track: "Pluck", pan: 0.35 }],
    ["mix.send", { track: "Drums", to: "reverb", db: -26 }],
    ["mix.send", { track: "Keys", to: "reverb", db: -16 }],
    ["mix.send", { track: "Pad", to: "reverb", db: -12 }],
    ["mix.send", { track: "Pluck", to: "echo", db: -14 }],
    ["mix.send", { track: "Lead", to: "reverb", db: -15 }],
    ["mix.send", { track: "Lead", to: "echo", db: -18 }],
    ["eq.set", { track: "Pad", highPassHz: 180, midHz: 320, midDb: -3 }],
    ["eq.set", { track: "Keys", highPassHz: 140, highDb: 1.5 }],
    ["eq.set", { track: "Pluck", highPassHz: 200 }],
    ["eq.set", { track: "Lead", midHz: 2_400, midDb: 1.5 }],
    ["compressor.set", { track: "Bass", thresholdDb: -20, ratio: 4, attackMs: 8, releaseMs: 120, makeupDb: 2 }],
    ["compressor.set", { track: "Drums", thresholdDb: -14, ratio: 2.5, attackMs: 20, releaseMs: 90, makeupDb: 1 }],
    ["master.set", { gainDb: 6, reverbSeconds: 2.2, echoBeats: 0.75, echoFeedback: 0.35 }],
  ),
  batch(
    [
      "auto.write",
      {
        track: "Pad",
        param: "device.cutoff",
        points: [
          { at: { ticks: 0 }, value: 300 },
          { at: "bars_beats:5|1|000", value: 1_400 },
          { at: "bars_beats:13|1|000", value: 2_400, shape: "hold" },
        ],
      },
    ],
    [
      "auto.write",
      {
        track: "Pluck",
        param: "gainDb",
        points: [
          { at: "bars_beats:3|1|000", value: -30 },
          { at: "bars_beats:5|1|000", value: -13, shape: "hold" },
          { at: "bars_beats:21|1|000", value: -13 },
          { at: "bars_beats:23|1|000", value: -34 },
        ],
      },
    ],
    ["notes.velocity", { clip: "Tune", scale: 0.95 }],
  ),
];
