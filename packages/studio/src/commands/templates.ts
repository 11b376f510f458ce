import { emptySong } from "../song/empty-song.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";

/** What a session begins with where no template of one's own is named. */
export const templates = ["empty", "beat", "band"] as const;
type Template = (typeof templates)[number];

type TrackSetup = readonly [name: string, device: string, gainDb: number, pan: number, reverbDb: number];

const setups: Readonly<Record<Template, readonly TrackSetup[]>> = {
  empty: [],
  beat: [
    ["Drums", "drums", -6, 0, -24],
    ["Bass", "sub", -8, 0, -150],
    ["Lead", "poly", -12, 0.1, -18],
  ],
  band: [
    ["Drums", "drums", -6, 0, -22],
    ["Bass", "sub", -8, 0, -150],
    ["Keys", "keys", -10, -0.25, -18],
    ["Pad", "pad", -14, 0.15, -14],
    ["Pluck", "pluck", -12, 0.35, -16],
    ["Lead", "poly", -12, 0, -18],
  ],
};

export function isTemplate(name: string): name is Template {
  return (templates as readonly string[]).includes(name);
}

/** A song that begins with a template's tracks. The same id gives the same song. */
export function songOfTemplate(template: Template, id: string): Song {
  const ops = setups[template].flatMap(([name, device, gainDb, pan, reverbDb], index): readonly Op[] => {
    const track = `t_${name.toLowerCase()}`;
    return [
      { op: "track.add", id: track, name, kind: "notes", device, hue: (index * 47 + 20) % 360, order: `a${index}` },
      { op: "strip.set", track, gainDb, pan, reverbDb },
    ];
  });
  return { ...applyOps(emptySong(id), ops).song, rev: 0 };
}

/** Tracks, devices and mixer; no clips, automation, markers or sections, and no recordings but those that samplers play. */
export function withoutMusic(song: Song): Song {
  const tracks = Object.fromEntries(Object.entries(song.tracks).map(([id, track]) => [id, { ...track, clips: {}, automation: {} }]));
  const played = new Set(Object.values(tracks).flatMap(({ sample }) => sample ?? []));
  const samples = Object.fromEntries(Object.entries(song.samples).filter(([sha]) => played.has(sha)));
  return { ...song, tracks, samples, sections: {}, markers: {}, locks: {} };
}
