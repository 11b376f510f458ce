import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptySong } from "../song/empty-song.ts";
import type { Caller } from "./caller.ts";
import { OpenSong } from "./open-song.ts";
import { readReview, writeReview } from "./parse-review.ts";
import { emptyReview } from "./review-state.ts";

const ann: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

function reviewed(): OpenSong {
  const open = new OpenSong({ song: emptySong("s_1"), now: () => 1_000 });
  open.setAgents(ann, "propose");
  for (const title of ["One", "Two"]) open.propose(ann, { title, why: "So", takes: [{ label: "", ops: [{ op: "song.set", title }] }] });
  open.approve(ann, "r_1", { note: "Good" });
  open.comment(ann, { text: "Hm", tick: 5 });
  open.reply(ann, "q_1", "Yes");
  open.resolve(ann, "q_1");
  open.noteRender(ann.author, "0".repeat(64), "mix");
  return open;
}

describe("readReview", () => {
  it("reads what was written", () => {
    const { review } = reviewed();
    expect(readReview(writeReview(review))).toEqual({ review: JSON.parse(JSON.stringify(review)), dropped: 0 });
    expect(readReview(writeReview(emptyReview))).toEqual({ review: emptyReview, dropped: 0 });
  });

  it("leaves out what is none, and keeps the rest", () => {
    const { review } = reviewed();
    const [one, two] = review.proposals;
    const value = {
      ...review,
      proposals: [
        { ...one, takes: [] },
        { ...one, takes: [{ id: "a", label: "", ops: [{ op: "no.such" }] }] },
        { ...two, id: "__proto__" },
        two,
        5,
      ],
      comments: [{ ...review.comments[0], by: "ann" }, { ...review.comments[0], replies: [{ text: "x" }] }, ...review.comments],
      renders: "none",
      made: { proposals: -3, comments: 99 },
    };
    const read = readReview(writeReview(value as unknown as typeof review));
    expect([read.review.proposals, read.review.comments, read.dropped]).toEqual([[two], review.comments, 7]);
    expect(read.review.made).toEqual({ proposals: Number(two?.id.slice(2)), comments: 99 });
    for (const text of ["", "[]", "5", "{}", "nonsense"]) expect(readReview(text)).toEqual({ review: emptyReview, dropped: 1 });
  });

  it("takes anything without harm", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { review } = readReview(`{"format":"jackfield-review","proposals":${text},"comments":[${text}],"made":${text}}`);
        expect([review.proposals.length, review.comments.length]).toEqual([0, 0]);
      }),
    );
  });
});
