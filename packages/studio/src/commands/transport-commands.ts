import type { Json } from "@jackfield/contract";
import { MeterMap, TempoMap, barsBeats } from "../song/tempo-map.ts";
import type { Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import { type Command, command } from "./command.ts";
import type { Desk } from "./desk.ts";
import { positionField, tickOf } from "./positions.ts";

const noRoom = ({ ports }: Studio): string | undefined =>
  ports.room === undefined ? "Nothing plays here: there is no page. bounce_mix makes a file" : undefined;

/** Playing, in the person's page, and where the playhead stands, everywhere. */
export const transportCommands: readonly Command[] = [
  command<{ from?: unknown; to?: unknown; loop?: boolean }>({
    id: "transport.play",
    title: "Play or stop",
    menu: "Transport",
    shortcut: "Space",
    blurb: "Plays from the playhead, or a stretch; stops where it plays already.",
    kind: "view",
    atomic: false,
    needsRoom: true,
    fields: { from: positionField, to: positionField, loop: { type: "boolean", description: "Over and over. Default false" } },
    blocked: noRoom,
    async run(desk, { from, to, loop = false }) {
      const { room } = desk.studio.ports;
      if (room?.playing === true && from === undefined) room.stop();
      else
        await room?.play({
          from: from === undefined ? desk.selection.playhead : tickOf(desk.song, from),
          ...(to === undefined ? {} : { to: tickOf(desk.song, to) }),
          loop,
        });
      return { playing: room?.playing ?? false };
    },
  }),
  command({
    id: "transport.stop",
    title: "Stop",
    menu: "Transport",
    shortcut: ".",
    blurb: "Stops playing.",
    kind: "view",
    atomic: false,
    needsRoom: true,
    fields: {},
    blocked: noRoom,
    run({ studio }) {
      studio.ports.room?.stop();
      return { playing: false };
    },
  }),
  command<{ at: unknown }>({
    id: "transport.locate",
    title: "Go to position",
    menu: "Transport",
    blurb: "Puts the playhead somewhere: what is added without a place is added there.",
    kind: "view",
    fields: { at: positionField },
    required: ["at"],
    run: (desk, { at }) => locate(desk, tickOf(desk.song, at)),
  }),
  command({
    id: "transport.to_start",
    title: "Go to the beginning",
    menu: "Transport",
    shortcut: "Home",
    blurb: "Puts the playhead at the beginning.",
    kind: "view",
    fields: {},
    run: (desk) => locate(desk, 0),
  }),
  command({
    id: "transport.to_end",
    title: "Go to the end",
    menu: "Transport",
    shortcut: "End",
    blurb: "Puts the playhead behind the last clip.",
    kind: "view",
    fields: {},
    run: (desk) => locate(desk, endOf(desk.song)),
  }),
  command({
    id: "transport.next_marker",
    title: "Go to the next marker",
    menu: "Transport",
    shortcut: "Alt+ArrowRight",
    blurb: "Puts the playhead at the next marker or section.",
    kind: "view",
    fields: {},
    run: (desk) => locate(desk, places(desk.song).find((tick) => tick > desk.selection.playhead) ?? endOf(desk.song)),
  }),
  command({
    id: "transport.previous_marker",
    title: "Go to the marker before",
    menu: "Transport",
    shortcut: "Alt+ArrowLeft",
    blurb: "Puts the playhead at the marker or section before.",
    kind: "view",
    fields: {},
    run: (desk) => locate(desk, places(desk.song).findLast((tick) => tick < desk.selection.playhead) ?? 0),
  }),
];

/** Behind the last clip and section, in ticks. */
export function endOf({ tracks, sections }: Song): number {
  const ends = [...Object.values(tracks).flatMap(({ clips }) => Object.values(clips)), ...Object.values(sections)].map(
    ({ tick, ticks }) => tick + ticks,
  );
  return ends.reduce((most, end) => Math.max(most, end), 0);
}

function places({ markers, sections }: Song): readonly number[] {
  return [...Object.values(markers), ...Object.values(sections)].map(({ tick }) => tick).toSorted((a, b) => a - b);
}

function locate(desk: Desk, tick: number): Json {
  desk.select({ playhead: tick });
  return {
    ticks: tick,
    bars_beats: barsBeats(new MeterMap(desk.song.meter), tick),
    seconds: new TempoMap(desk.song.tempo).secondsAt(tick),
  };
}
