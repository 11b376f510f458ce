import { limits } from "../model/limits.ts";
import { type Song, audible } from "../model/song.ts";
import { type TrackId, trackIds } from "../model/tracks.ts";
import { type Channel, openChannel } from "./channel.ts";
import type { Hit } from "./hits.ts";
import { type Master, openMaster } from "./master.ts";
import { metalBuffer, noiseBuffer } from "./noise.ts";
import { type Ringing, openRinging } from "./ringing.ts";
import { chokes, voices } from "./voices/table.ts";

/** The instrument in one audio context: eight channels, two sends, a master. The same code plays live and renders offline. */
export interface Rig extends Disposable {
  readonly out: AudioNode;
  /** Levels, sends, mutes and echo time as the song has them. */
  apply(song: Song): void;
  /** Schedules a hit at a context time. Later hits must not be scheduled before earlier ones: chokes look back. */
  strike(song: Song, hit: Hit, time: number): void;
  /** Ends all that rings or waits to, in a few milliseconds. Echo and room die away by themselves. */
  silence(): void;
}

export interface RigOptions {
  /** Draws other noise for snare, clap and hats. */
  readonly seed?: number;
}

const forces = { 1: 0.42, 2: 0.74, 3: 1 } as const;

/** Builds the instrument. Connect `out` to hear it. */
export function openRig(context: BaseAudioContext, options: RigOptions = {}): Rig {
  const noise = noiseBuffer(context, options.seed ?? 1);
  const metal = metalBuffer(context);
  const master: Master = openMaster(context);
  const channels = new Map<TrackId, Channel>(trackIds.map((track) => [track, openChannel(context, master)]));
  const ringing: Ringing = openRinging(context, limits.voices);

  return {
    out: master.out,
    apply(song) {
      master.apply(song.tempo);
      for (const [track, channel] of channels) channel.apply(song.sounds[track], audible(song, track));
    },
    strike(song, hit, time) {
      const channel = channels.get(hit.track);
      if (channel === undefined) return;
      for (const track of chokes[hit.track] ?? []) ringing.choke(track, time);
      const voice = ringing.open(hit.track, time, channel.in);
      const until = voices[hit.track](
        { context, noise, metal, ...voice },
        { time, force: forces[hit.level], sound: song.sounds[hit.track], notes: hit.notes },
      );
      ringing.close(voice, until);
    },
    silence: () => ringing.silence(),
    [Symbol.dispose]() {
      ringing.silence();
      master.out.disconnect();
    },
  };
}
