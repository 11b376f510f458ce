import { safeText } from "@jackfield/contract";
import type { Song } from "../song/song.ts";
import { MeterMap, TempoMap, barsBeats } from "../song/tempo-map.ts";
import { tracksInOrder } from "./lookup.ts";
import { pitchName } from "./pitch.ts";

/** A session as people read it. Names in it are made harmless to a terminal. */
export function sessionText(song: Song): string {
  const meter = new MeterMap(song.meter);
  const tempo = new TempoMap(song.tempo);
  const at = (tick: number): string => `${barsBeats(meter, tick).padEnd(10)} ${clock(tempo.secondsAt(tick))}`;
  const named = (name: string): string => safeText(name, 64);
  const inOrder = <T extends { readonly tick: number }>(map: Readonly<Record<string, T>>): readonly T[] =>
    Object.values(map).toSorted((a, b) => a.tick - b.tick);
  const lines = [
    named(song.title),
    `Session ${song.id}, revision ${song.rev}`,
    ...(song.key === undefined ? [] : [`Key ${song.key.tonic} ${song.key.mode}`]),
    "",
    "TIMELINE",
    ...inOrder(song.tempo).map(({ tick, bpm }) => `  ${at(tick)}  tempo ${bpm}`),
    ...inOrder(song.meter).map(({ tick, num, den }) => `  ${at(tick)}  meter ${num}/${den}`),
    ...inOrder(song.sections).map(
      ({ tick, ticks, name }) => `  ${at(tick)}  section ${named(name)}, until ${barsBeats(meter, tick + ticks)}`,
    ),
    ...inOrder(song.markers).map(({ tick, name }) => `  ${at(tick)}  marker ${named(name)}`),
  ];
  for (const [id, { name, kind, device, strip, clips, automation }] of tracksInOrder(song)) {
    const marks = [strip.mute ? "muted" : "", strip.solo ? "solo" : ""].filter((mark) => mark !== "");
    lines.push("", `TRACK ${named(name)} (${id}), ${kind === "audio" ? "audio" : device}`);
    lines.push(
      `  ${strip.gainDb} dB, pan ${strip.pan}, reverb ${strip.reverbDb} dB, echo ${strip.echoDb} dB${marks.map((mark) => `, ${mark}`).join("")}`,
    );
    for (const [param, points] of Object.entries(automation)) lines.push(`  automation of ${param}: ${Object.keys(points).length} points`);
    for (const { tick, ticks, name: clip, notes, audio } of inOrder(clips)) {
      const what =
        audio === undefined
          ? notesText(Object.values(notes).map(({ pitch }) => pitch))
          : `recording ${named(song.samples[audio.sample]?.name ?? audio.sample)}`;
      lines.push(`  ${at(tick)}  until ${barsBeats(meter, tick + ticks)}  ${named(clip)}: ${what}`);
    }
  }
  const samples = Object.entries(song.samples);
  if (samples.length > 0) lines.push("", "RECORDINGS");
  for (const [sha, { name, frames, rate, channels }] of samples)
    lines.push(`  ${named(name)}: ${clock(frames / rate)}, ${channels === 1 ? "mono" : "stereo"}, ${rate} Hz, ${sha}`);
  return `${lines.join("\n")}\n`;
}

function notesText(pitches: readonly number[]): string {
  if (pitches.length === 0) return "no notes";
  const [low, high] = pitches.reduce(([least, most], pitch) => [Math.min(least, pitch), Math.max(most, pitch)], [127, 0]);
  return `${pitches.length} ${pitches.length === 1 ? "note" : "notes"}, ${pitchName(low)} to ${pitchName(high)}`;
}

/** `1:02.500` */
function clock(seconds: number): string {
  const all = Math.round(seconds * 1_000);
  const minutes = Math.floor(all / 60_000);
  return `${minutes}:${((all - minutes * 60_000) / 1_000).toFixed(3).padStart(6, "0")}`;
}
