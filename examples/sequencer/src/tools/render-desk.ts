import { Fault } from "@jackfield/contract";
import { type Loudness, measure } from "../engine/loudness.ts";
import { type RenderOptions, render } from "../engine/offline.ts";
import { limits } from "../model/limits.ts";
import type { PatternId, Song } from "../model/song.ts";

let running = 0;

/** Runs work that renders, at most `renders` at once. Throws Fault `busy` past that. */
export async function atDesk<T>(work: () => Promise<T>): Promise<T> {
  if (running >= limits.renders)
    throw new Fault("busy", `${limits.renders} renders are running already`, { hint: "Wait for one to finish, then call again" });
  running++;
  try {
    return await work();
  } finally {
    running--;
  }
}

/** Renders bars and measures them. */
export async function rendered(song: Song, bars: readonly PatternId[], options: RenderOptions): Promise<Loudness> {
  const audio = await render(song, bars, options);
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index));
  return measure(channels, audio.sampleRate, { pause: breath, ...(options.signal === undefined ? {} : { signal: options.signal }) });
}

/** Lets the page draw and answer before the next stretch of work. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener("message", () => {
      channel.port1.close();
      resolve();
    });
    channel.port1.start();
    channel.port2.postMessage(undefined);
  });
}
