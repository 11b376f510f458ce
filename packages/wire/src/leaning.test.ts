import { describe, expect, it } from "vitest";
import { leaningIn, leaningPhrases } from "./leaning.ts";

const leans = [
  "Use this for melodies",
  "Returns the mix. Use it before every change that is described",
  "Read the guide first: it has the words",
  "Ask first unless they want exactly this",
  "Measure before a change and once more after it",
  "Look before you overwrite",
  "Returns what was replaced; tell the person",
  "Returns nothing yet \u2014 ask them to hum it",
  "Makes a link. Give the user the link",
  "True where nothing changed: say so",
  "Talk about the largest difference",
  "Keep it to two sentences",
  "Too long for a link: then suggest saving a file",
  "Offer a smaller step",
  "Don\u2019t paste it anywhere",
  "Never report it as done",
  "Reads the take, instead of guessing",
  "Replaces a device, only after the person agreed",
  "Removes bars, unless they said otherwise",
  "How this person means words: follow it",
  "What is selected. Act on this",
  "Refused with the reason: fix and call once more",
  "Returns pending; call it again with the id",
  "You can't hear, so this renders",
  "You should pass a short name",
];

const fine = [
  "Returns the song as text",
  "Use `limit` to get fewer rows",
  "Asks the person to choose, and waits up to 90 s",
  "Shows the person two versions",
  "Reads the first pattern",
  "Checks the file before it is written",
  "Refused while the person records",
  "Returns which was kept, or that the person closed it",
  "The first step of the pattern, from 1",
  "Use the first track's name",
  "Waits until the person agrees",
  "Tells how loud each track is",
  "Calls the tool's own service",
  "Offers of the shop, newest first",
  "Must not contain spaces",
  "",
];

describe("leaningIn", () => {
  it("finds advice to the model", () => {
    expect(leans.filter((text) => leaningIn(text) === undefined)).toEqual([]);
    expect(leans.length).toBe(25);
  });

  it("lets pass what says what a tool does", () => {
    expect(fine.filter((text) => leaningIn(text) !== undefined)).toEqual([]);
    expect(fine.length).toBe(16);
  });

  it("has no phrase that nothing here shows", () => {
    const shown = new Set(leans.map((text) => leaningIn(text)));
    expect(leaningPhrases.filter((phrase) => !shown.has(phrase)).map((phrase) => String(phrase.pattern))).toEqual([]);
  });
});
