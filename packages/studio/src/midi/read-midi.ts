import { idAt, walkChunks } from "../audio-files/walk-chunks.ts";
import { ticksPerQuarter } from "../song/song.ts";
import { midiCeilings } from "./midi-ceilings.ts";
import { MidiFileError } from "./midi-file-error.ts";
import type { MidiSong } from "./midi-song.ts";
import { type EventCount, readTrack } from "./read-track.ts";
import { SongReader } from "./song-reader.ts";

/**
 * Reads a Standard MIDI File of format 0, 1 or 2, also inside RIFF. What is odd is read as it was meant, with a warning each kind. Throws
 * `MidiFileError`.
 */
export function readMidi(file: Uint8Array): MidiSong {
  if (file.length > midiCeilings.fileBytes.value)
    throw new MidiFileError("too large", `The file has ${file.length} bytes; at most ${midiCeilings.fileBytes.value} are read`);
  const bytes = unwrapped(file);
  if (idAt(bytes, 0) !== "MThd" || bytes.length < 14) throw new MidiFileError("unsupported", "This is no MIDI file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = view.getUint16(8, false);
  const reader = new SongReader(ticksOf(view.getUint16(12, false)));
  if (format > 1) reader.warn("the file's parts are meant to follow each other; they were laid side by side");
  const count: EventCount = { events: 0 };
  let tracks = 0;
  // Chunks of no padding; those that are not known are passed over, as the format wants.
  for (const chunk of walkChunks(bytes, 8 + Math.max(6, view.getUint32(4, false)), {
    littleEndian: false,
    sizeBytes: 4,
    padded: false,
    main: [],
  })) {
    if (chunk.id !== "MTrk") continue;
    if (++tracks > midiCeilings.tracks.value)
      throw new MidiFileError("too large", `The file has more than ${midiCeilings.tracks.value} tracks`);
    if (chunk.from + chunk.size > bytes.length) reader.odd("cut");
    reader.endTrack(readTrack(bytes, chunk.from, chunk.to, count, reader.beginTrack(tracks)));
  }
  if (tracks === 0) throw new MidiFileError("empty", "There is not one track in the file");
  return reader.song();
}

/** How many of our ticks one of the file's is, for a quarter; for film frames it is as at 120 to the minute, where a second has 960. */
function ticksOf(division: number): number {
  if (division < 0x8000) {
    if (division === 0) throw new MidiFileError("damaged", "The file says that a quarter has 0 ticks");
    return ticksPerQuarter / division;
  }
  const framesPerSecond = 256 - (division >> 8);
  const perSecond = (framesPerSecond === 29 ? 29.97 : framesPerSecond) * (division & 255);
  if (perSecond === 0) throw new MidiFileError("damaged", "The file says that a second has 0 ticks");
  return (ticksPerQuarter * 2) / perSecond;
}

/** RMID: a MIDI file in the data of a RIFF one. */
function unwrapped(file: Uint8Array): Uint8Array {
  if (idAt(file, 0) !== "RIFF" || idAt(file, 8) !== "RMID") return file;
  for (const { id, from, to } of walkChunks(file, 12, { littleEndian: true, sizeBytes: 4, padded: true, main: ["data"] }))
    if (id === "data") return file.subarray(from, to);
  return file;
}
