import { cleanText } from "@jackfield/wire";
import { Refusal } from "./refusal.ts";

/** Foreign text as it is kept: nothing hidden in it. Throws `invalid_op` where it is none, nothing is left of it, or it is longer than `most`. */
export function plainText(text: unknown, what: string, most: number): string {
  if (typeof text !== "string") throw new Refusal("invalid_op", `${what} must be text`);
  if (text.length > most) throw new Refusal("invalid_op", `${what} has ${text.length} characters: at most ${most} are kept`);
  const plain = cleanText(text, most, { keepLines: true }).trim();
  if (plain === "") throw new Refusal("invalid_op", `${what} must not be empty`);
  return plain;
}

/** The same in one line, cut where it is too long: for labels, over which nobody is refused. */
export function cutText(text: string, most: number): string {
  return cleanText(text, most).trim();
}
