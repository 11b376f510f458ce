/** Why a file gives no sound. */
export type AudioFileProblem = keyof typeof audioFileProblems;

/** What each problem means to who brought the file; the message says more. */
export const audioFileProblems = {
  unsupported: "a kind of file that is not read here",
  damaged: "the file is not what its own header says",
  empty: "there is no sound in the file",
  "too large": "the file is larger than what is read here",
} as const;

/** A file that cannot be read. The message is for people, and quotes nothing of the file but numbers. */
export class AudioFileError extends Error {
  readonly problem: AudioFileProblem;

  constructor(problem: AudioFileProblem, message: string) {
    super(message);
    this.name = "AudioFileError";
    this.problem = problem;
  }
}
