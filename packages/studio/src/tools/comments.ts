import type { JsonObject } from "@jackfield/contract";
import type { SongComment } from "../open-song/song-comment.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Song } from "../song/song.ts";
import { MeterMap, barsBeats } from "../song/tempo-map.ts";
import { trackField, trackOf } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Comments in one answer. */
const page = toolCeilings.listed.value;
const textField: FieldSchema = { type: "string", minLength: 1, maxLength: 2_000 };

export const listComments = studioTool<{ open?: boolean; track?: string; limit?: number }>({
  name: "list_comments",
  title: "List comments",
  description: `Returns comments on the song, newest first, at most ${page}: who, when, the place as bar|beat|ticks, the track, the text and its replies. open: only those that nobody has resolved.`,
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: { open: { type: "boolean" }, track: trackField, limit: { type: "integer", minimum: 1, maximum: page } },
  run(studio, { open: isOpen = false, track, limit = page }) {
    const { song, comments } = studio.open;
    const on = track === undefined ? undefined : trackOf(song, track).id;
    const chosen = comments.filter((each) => (!isOpen || each.resolved === undefined) && (on === undefined || each.track === on));
    return {
      comments_in_all: comments.length,
      matching: chosen.length,
      comments: chosen
        .slice(-limit)
        .toReversed()
        .map((comment) => commentLine(song, comment)),
    };
  },
});

export const addComment = studioTool<{ text: string; track?: string; bar?: number; beat?: number }>({
  name: "add_comment",
  title: "Add comment",
  description: "Adds a comment to the song, at a bar and on a track where those are given. Returns its id. The music does not change.",
  effect: "write",
  foreign: true,
  places: ["review", "headless", "tab"],
  fields: {
    text: textField,
    track: trackField,
    bar: { type: "integer", minimum: 1, maximum: 10_000 },
    beat: { type: "integer", minimum: 1, maximum: 32 },
  },
  required: ["text"],
  run(studio, { text, track, bar, beat = 1 }, { caller }) {
    const { song } = studio.open;
    const place = {
      ...(track === undefined ? {} : { track: trackOf(song, track).id }),
      ...(bar === undefined ? {} : { tick: new MeterMap(song.meter).tickOf(bar, beat) }),
    };
    return commentLine(song, studio.open.comment(caller, { text, ...place }));
  },
});

export const replyComment = studioTool<{ comment: string; text: string }>({
  name: "reply_comment",
  title: "Reply to a comment",
  description: "Adds a reply to a comment. Returns the comment with its replies.",
  effect: "write",
  foreign: true,
  places: ["review", "headless", "tab"],
  fields: { comment: { type: "string", minLength: 3, maxLength: 40, description: "A comment's id" }, text: textField },
  required: ["comment", "text"],
  run: ({ open }, { comment, text }, { caller }) => commentLine(open.song, open.reply(caller, comment, text)),
});

/** A comment as an agent reads it. */
export function commentLine(song: Song, { id, by, at, text, tick, track, replies, resolved }: SongComment): JsonObject {
  return {
    comment: id,
    by: by.name,
    at: new Date(at).toISOString(),
    text,
    ...(tick === undefined ? {} : { place: barsBeats(new MeterMap(song.meter), tick) }),
    ...(track === undefined ? {} : { track }),
    replies: replies.map((reply) => ({ by: reply.by.name, at: new Date(reply.at).toISOString(), text: reply.text })),
    ...(resolved === undefined ? {} : { resolved_by: resolved.by.name }),
  };
}
