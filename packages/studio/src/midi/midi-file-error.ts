import type { AudioFileProblem } from "../audio-files/audio-file-error.ts";

/** A MIDI file that cannot be read. The message is for people, and quotes nothing of the file but numbers. */
export class MidiFileError extends Error {
  readonly problem: AudioFileProblem;

  constructor(problem: AudioFileProblem, message: string) {
    super(message);
    this.name = "MidiFileError";
    this.problem = problem;
  }
}
