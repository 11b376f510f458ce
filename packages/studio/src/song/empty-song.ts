import { plainName } from "./plain-name.ts";
import type { Id, Song, SongStrip, SongTrack } from "./song.ts";

/** A song of nothing: 120 to the minute, four quarters to the bar. */
export function emptySong(id: Id, title = "Untitled"): Song {
  return {
    id,
    title: plainName(title),
    rev: 0,
    key: undefined,
    tempo: { p_first: { tick: 0, bpm: 120 } },
    meter: { m_first: { tick: 0, num: 4, den: 4 } },
    sections: {},
    markers: {},
    tracks: {},
    devices: {},
    samples: {},
    refs: {},
    rooms: { reverbSeconds: 1.8, reverbDulls: 0.35, echoBeats: 0.75, echoFeedback: 0.35 },
    master: { gainDb: 0, ceilingDb: -1 },
    locks: {},
  };
}

/** A track of nothing. */
export function emptyTrack(name: string, kind: SongTrack["kind"], device: string, hue: number, order: string): SongTrack {
  return { name, hue, order, kind, device, params: {}, sample: undefined, strip: emptyStrip, clips: {}, automation: {} };
}

export const emptyStrip: SongStrip = {
  gainDb: -6,
  pan: 0,
  mute: false,
  solo: false,
  reverbDb: -150,
  echoDb: -150,
  eq: { highPassHz: 0, lowDb: 0, lowHz: 120, midDb: 0, midHz: 900, midQ: 0.9, highDb: 0, highHz: 7_500 },
  compressor: undefined,
};
