import type { Capture } from "@jackfield/studio";
import { hummedNotes } from "./hummed-notes.ts";

/** Somebody is humming. */
export interface Humming {
  /** Ends it, and gives the notes. */
  stop(): Promise<Capture["notes"]>;
}

/** At most so long. Seconds. */
const mostSeconds = 30;

/**
 * Listens until it is stopped. The browser asks the person first; rejects where they say no. The sound stays in this page's memory until it has become
 * notes, and is kept nowhere.
 */
export async function openMicrophone(): Promise<Humming> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const context = new AudioContext();
  const source = context.createMediaStreamSource(stream);
  const look = context.createAnalyser();
  look.fftSize = 4_096;
  source.connect(look);
  const pieces: Float32Array[] = [];
  let taken = 0;
  let last = context.currentTime;
  const window = new Float32Array(look.fftSize);

  /** What has come since it looked last. An analyser keeps the newest frames only, so it looks more often than they are overwritten. */
  function take(): void {
    const now = context.currentTime;
    const frames = Math.min(look.fftSize, Math.round((now - last) * context.sampleRate));
    last = now;
    if (frames <= 0 || taken > mostSeconds * context.sampleRate) return;
    look.getFloatTimeDomainData(window);
    pieces.push(window.slice(window.length - frames));
    taken += frames;
  }

  const timer = setInterval(take, 20);
  return {
    async stop() {
      clearInterval(timer);
      take();
      for (const track of stream.getTracks()) track.stop();
      source.disconnect();
      const rate = context.sampleRate;
      await context.close();
      const sound = new Float32Array(taken);
      let at = 0;
      for (const piece of pieces) {
        sound.set(piece, at);
        at += piece.length;
      }
      return hummedNotes(sound, rate);
    },
  };
}
