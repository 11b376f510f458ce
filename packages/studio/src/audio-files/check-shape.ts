import { audioCeilings } from "./audio-ceilings.ts";
import { AudioFileError } from "./audio-file-error.ts";

/** Refuses channels and rates that no recording has. Every reader asks before it makes room for anything. Throws `AudioFileError`. */
export function checkShape({ rate, channels }: { readonly rate: number; readonly channels: number }): void {
  if (!Number.isInteger(channels) || channels < 1) throw new AudioFileError("damaged", `The file says that it has ${channels} channels`);
  if (channels > audioCeilings.channels.value)
    throw new AudioFileError(
      "too large",
      `The file says that it has ${channels} channels; at most ${audioCeilings.channels.value} are read`,
    );
  const [least, most] = [audioCeilings.leastRate.value, audioCeilings.mostRate.value];
  if (!(rate >= least && rate <= most))
    throw new AudioFileError("damaged", `The file says that it has ${rate} samples a second; ${least} to ${most} are read`);
}

/** Refuses recordings of no length and of too much. Throws `AudioFileError`. */
export function checkFrames(frames: number): void {
  if (frames < 1) throw new AudioFileError("empty", "There is not one sample in the file");
  if (frames > audioCeilings.frames.value)
    throw new AudioFileError("too large", `The file has ${frames} samples a channel; at most ${audioCeilings.frames.value} are read`);
}
