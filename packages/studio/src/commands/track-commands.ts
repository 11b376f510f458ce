import { Refusal } from "../open-song/refusal.ts";
import { orderBetween } from "../song/order-key.ts";
import { type Command, command } from "./command.ts";
import { trackField } from "./command-fields.ts";
import { targetTracks, trackOf, tracksInOrder } from "./lookup.ts";

/** Tracks: what the table of ops does not have by itself. */
export const trackCommands: readonly Command[] = [
  command<{ name: string; track?: string }>({
    id: "track.rename",
    title: "Rename track",
    menu: "Track",
    shortcut: "F2",
    blurb: "A track's name.",
    fields: { name: { type: "string", minLength: 1, maxLength: 64 }, track: trackField },
    required: ["name"],
    run: (desk, { name, track }) =>
      desk.edit(
        "Rename track",
        targetTracks(desk, track).map((id) => ({ op: "track.set", track: id, name })),
      ),
  }),
  command<{ track?: string; before?: string; after?: string }>({
    id: "track.move",
    title: "Move track",
    menu: "Track",
    blurb: "Puts a track before or after another; to the end where neither is named.",
    fields: {
      track: trackField,
      before: { ...trackField, description: "The track that it then stands before" },
      after: { ...trackField, description: "The track that it then stands after" },
    },
    run(desk, { track, before, after }) {
      const [id] = targetTracks(desk, track);
      const others = tracksInOrder(desk.song).filter(([each]) => each !== id);
      const named = before ?? after;
      const index = named === undefined ? others.length : others.findIndex(([each]) => each === trackOf(desk.song, named));
      if (index < 0) throw new Refusal("invalid_op", "A track cannot stand beside itself", "Name another");
      const at = before === undefined && after !== undefined ? index + 1 : index;
      return desk.edit(
        "Move track",
        [{ op: "track.set", track: id, order: orderBetween(others[at - 1]?.[1].order, others[at]?.[1].order) }],
        {
          track: id ?? null,
          place: at + 1,
        },
      );
    },
  }),
];
