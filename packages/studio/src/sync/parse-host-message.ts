import { isAuthor, isChange } from "../log/parse-change.ts";
import { parseReview } from "../open-song/parse-review.ts";
import { type RefusalCode, refusals } from "../open-song/refusal.ts";
import { roles } from "../song/op-row.ts";
import { ShapeProblem } from "../song/shape.ts";
import { songShape } from "../song/song-shape.ts";
import type { HostMessage } from "./sync-messages.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A host's message, or undefined. A host is trusted with the song, not with this page: no message may write outside of a song. */
export function parseHostMessage(value: unknown): HostMessage | undefined {
  if (!isFields(value)) return undefined;
  const { is } = value;
  const parse = typeof is === "string" && Object.hasOwn(parsers, is) ? parsers[is] : undefined;
  return parse?.(value);
}

const parsers: Readonly<Record<string, (value: Fields) => HostMessage | undefined>> = {
  song: (value) => {
    const { order, seq, song, changes, undone } = value;
    const isWhole = isText(order) && isCount(seq) && isSong(song) && isList(changes, isChange) && isList(undone, isCount);
    return isWhole && isIntroduction(value) ? introduced(value) : undefined;
  },
  resumed: (value) => (isText(value["order"]) && isIntroduction(value) ? introduced(value) : undefined),
  change: (value) => when(value, isChange(value["change"]) && (value["n"] === undefined || isCount(value["n"]))),
  proposal: (value) => when(value, parseReview({ proposals: [value["proposal"]] }).dropped === 0),
  comment: (value) => when(value, parseReview({ comments: [value["comment"]] }).dropped === 0),
  rule: (value) => when(value, value["agents"] === "apply" || value["agents"] === "propose"),
  role: (value) => when(value, isRole(value["role"])),
  answer: (value) => when(value, isCount(value["n"]) && isFields(value["result"])),
  refusal: (value) => when(value, isCount(value["n"]) && isCode(value["code"]) && isText(value["message"])),
};

function when(value: Fields, isWhole: boolean): HostMessage | undefined {
  return isWhole ? (value as unknown as HostMessage) : undefined;
}

function introduced(value: Fields): HostMessage {
  return { ...value, review: parseReview(value["review"]).review } as unknown as HostMessage;
}

function isIntroduction({ review, you, role }: Fields): boolean {
  return isFields(review) && isAuthor(you) && isRole(role);
}

function isSong(value: unknown): boolean {
  try {
    songShape.read(value, "");
    return true;
  } catch (error) {
    if (error instanceof ShapeProblem) return false;
    throw error;
  }
}

function isRole(value: unknown): boolean {
  return roles.some((role) => role === value);
}

function isCode(value: unknown): value is RefusalCode {
  return typeof value === "string" && Object.hasOwn(refusals, value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 10_000;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isList(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
