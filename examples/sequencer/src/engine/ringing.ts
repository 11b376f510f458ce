import type { TrackId } from "../model/tracks.ts";
import type { VoiceKit } from "./voices/voice.ts";

/** The way out and the starter of one hit. */
export type OpenVoice = Pick<VoiceKit, "out" | "play">;

/** Every hit that sounds or is scheduled, at most so many: the oldest gives way. */
export interface Ringing {
  open(track: TrackId, time: number, into: AudioNode): OpenVoice;
  /** The hit is complete and has died away at `until`. */
  close(voice: OpenVoice, until: number): void;
  /** Ends a track's hits that began before `time`, at `time`. */
  choke(track: TrackId, time: number): void;
  silence(): void;
  /** How many are held. */
  readonly count: number;
}

interface Held extends OpenVoice {
  readonly track: TrackId;
  readonly time: number;
  readonly out: GainNode;
  readonly sources: AudioScheduledSourceNode[];
  until: number;
}

const FADE_SECONDS = 0.012;

/** Keeps hits so that they can be cut off, and lets go of their nodes when they end. */
export function openRinging(context: BaseAudioContext, most: number): Ringing {
  const held = new Map<OpenVoice, Held>();

  function end(voice: Held, time: number): void {
    if (voice.until <= time) return;
    voice.until = time;
    voice.out.gain.setValueAtTime(1, time);
    voice.out.gain.linearRampToValueAtTime(0, time + FADE_SECONDS);
    for (const source of voice.sources) source.stop(time + FADE_SECONDS);
  }

  function letGo(voice: Held): void {
    held.delete(voice);
    // Offline the news that a source ended comes late and never at the same moment twice: cutting what is left of a filter's ring there
    // would make every render another. The context is thrown away as a whole.
    if (!(context instanceof OfflineAudioContext)) voice.out.disconnect();
  }

  return {
    open(track, time, into) {
      // What will have died away by then holds no place, even where a render has not come that far yet.
      if (held.size >= most) for (const [key, voice] of held) if (voice.until <= time) held.delete(key);
      const oldest = held.size >= most ? held.values().next().value : undefined;
      if (oldest !== undefined) {
        end(oldest, Math.max(context.currentTime, Math.min(time, oldest.until)));
        held.delete(oldest);
      }
      const out = new GainNode(context);
      out.connect(into);
      const sources: AudioScheduledSourceNode[] = [];
      const voice: Held = {
        track,
        time,
        out,
        sources,
        until: Infinity,
        play(source, from, until, offset = 0) {
          if (source instanceof AudioBufferSourceNode) source.start(from, offset);
          else source.start(from);
          source.stop(until);
          sources.push(source);
        },
      };
      held.set(voice, voice);
      return voice;
    },
    close(key, until) {
      const voice = held.get(key);
      if (voice === undefined) return;
      voice.until = until;
      const last = voice.sources.at(-1);
      if (last === undefined) letGo(voice);
      let sounding = voice.sources.length;
      for (const source of voice.sources) {
        source.addEventListener("ended", () => {
          if (--sounding === 0) letGo(voice);
        });
      }
    },
    choke(track, time) {
      for (const voice of held.values()) if (voice.track === track && voice.time < time) end(voice, time);
    },
    silence() {
      for (const voice of held.values()) end(voice, context.currentTime);
    },
    get count() {
      return held.size;
    },
  };
}
