import { Refusal } from "../open-song/refusal.ts";
import type { Room } from "../studio-ports.ts";
import type { Studio } from "../studio.ts";
import { MeterMap, barsBeats } from "../song/tempo-map.ts";
import { barsField, barsText, stretchOf } from "./bars.ts";
import { trackField, trackOf } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";
import { safeText } from "@jackfield/contract";

/** The person's page. Throws `no_page`. */
export function roomOf({ ports }: Studio): Room {
  if (ports.room === undefined)
    throw new Refusal(
      "no_page",
      "No page has this song open: nobody would hear or see it",
      "Run jackfield studio and connect to its page, or measure with render_and_measure",
    );
  return ports.room;
}

export const playTool = studioTool<{ bars?: string; loop?: boolean; take?: string }>({
  name: "play",
  title: "Play",
  description:
    'Plays in the person\'s page, from the playhead or some bars, once or in a loop; with take ("r_1" or "r_1/b"), the song as it would be with that take of a proposal. Returns what plays.',
  effect: "interact",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    bars: barsField,
    loop: { type: "boolean", description: "Over and over. Default false" },
    take: { type: "string", maxLength: 40, pattern: "^r_[0-9]{1,9}(/[a-d])?$", description: "A proposal, and which of its takes" },
  },
  async run(studio, { bars, loop = false, take }) {
    const room = roomOf(studio);
    const { song } = studio.open;
    const stretch = bars === undefined ? undefined : stretchOf(song, bars);
    if (take !== undefined) {
      const [id = "", which] = take.split("/");
      // Throws where there is no such take, or it has been decided.
      studio.open.preview(id, which);
    }
    await room.play({ ...stretch, loop, ...(take === undefined ? {} : { take }) });
    return {
      playing: true,
      ...(stretch === undefined ? { from: barsBeats(new MeterMap(song.meter), room.playhead) } : { bars: barsText(song, stretch) }),
      loop,
      ...(take === undefined ? {} : { take }),
    };
  },
});

export const stopTool = studioTool<object>({
  name: "stop",
  title: "Stop",
  description: "Stops what plays in the person's page. Returns where the playhead stands.",
  effect: "interact",
  idempotent: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run(studio) {
    const room = roomOf(studio);
    room.stop();
    return { playing: false, at: barsBeats(new MeterMap(studio.open.song.meter), room.playhead) };
  },
});

export const highlightTool = studioTool<{ ids: readonly string[]; seconds?: number }>({
  name: "highlight",
  title: "Highlight",
  description:
    "Makes tracks, clips, notes or controls pulse in the person's page, by their ids, for some seconds. Returns which of them are there.",
  effect: "interact",
  idempotent: true,
  places: ["tab", "headless", "review"],
  fields: {
    ids: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 64 },
      maxItems: 100,
      description: "Ids of the song; master, or a control as track/param",
    },
    seconds: { type: "number", minimum: 0.5, maximum: 30, description: "Default 4" },
  },
  required: ["ids"],
  run(studio, { ids, seconds = 4 }) {
    const room = roomOf(studio);
    const there = ids.filter((id) => isThere(studio, id));
    room.highlight(there, seconds);
    return { highlighted: there, seconds, ...(there.length < ids.length ? { missing: ids.filter((id) => !there.includes(id)) } : {}) };
  },
});

export const sayTool = studioTool<{ text: string }>({
  name: "say",
  title: "Say",
  description:
    "Shows a message to the person in the page's agent panel, under the caller's name. At most 500 characters, and ten messages a minute.",
  effect: "interact",
  places: ["tab", "headless", "review"],
  fields: { text: { type: "string", minLength: 1, maxLength: toolCeilings.messageCharacters.value } },
  required: ["text"],
  run(studio, { text }, { caller }) {
    const room = roomOf(studio);
    studio.sayings.count();
    room.say(safeText(text, toolCeilings.messageCharacters.value), caller.author.name);
    return { said: true };
  },
});

export const showDevice = studioTool<{ track: string }>({
  name: "show_device",
  title: "Show device",
  description: "Opens a track's device in the person's page. Returns the track and its device.",
  effect: "interact",
  idempotent: true,
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: { track: trackField },
  required: ["track"],
  run(studio, { track: named }) {
    const room = roomOf(studio);
    const { id, track } = trackOf(studio.open.song, named);
    room.showDevice(id);
    return { shown: id, device: track.device };
  },
});

function isThere({ open }: Studio, id: string): boolean {
  const { tracks } = open.song;
  const [first = ""] = id.split("/");
  if (first === "master" || Object.hasOwn(tracks, first)) return true;
  return Object.values(tracks).some(
    ({ clips }) => Object.hasOwn(clips, id) || Object.values(clips).some(({ notes }) => Object.hasOwn(notes, id)),
  );
}
