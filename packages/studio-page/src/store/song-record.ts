import type { ReviewState, Song, SongEvent } from "@jackfield/studio";
import { digest } from "./digest.ts";

/** What happened to a song, as one line of its log. Of one proposal and one comment, the last line holds. */
export type SongLine = Exclude<SongEvent, { readonly is: "song" }>;

/** A line as it is kept: its hash is over the line before it too, so that none can be lost from the middle unseen. */
export interface LogRecord {
  readonly hash: string;
  readonly text: string;
}

/** A song as it was after a line of its log. Line 0 is before the first. */
export interface Snap {
  readonly song: Song;
  readonly review: ReviewState;
  readonly line: number;
  readonly hash: string;
}

/** What the first line's hash goes on from. */
export const beginning = "";

export async function logRecord(before: string, line: SongLine): Promise<LogRecord> {
  const text = JSON.stringify(line);
  return { text, hash: await digest(`${before}\n${text}`) };
}

/** The line of a record, or undefined where it is not what was written. */
export async function readRecord(before: string | undefined, value: unknown): Promise<SongLine | undefined> {
  const record = asRecord(value);
  if (record === undefined || before === undefined || (await digest(`${before}\n${record.text}`)) !== record.hash) return undefined;
  // Its hash is right: it is a line that this page wrote.
  return JSON.parse(record.text) as SongLine;
}

export function asRecord(value: unknown): LogRecord | undefined {
  if (typeof value !== "object" || value === null || !("hash" in value) || !("text" in value)) return undefined;
  const { hash, text } = value;
  return typeof hash === "string" && typeof text === "string" ? { hash, text } : undefined;
}

export async function snapRecord(snap: Snap): Promise<LogRecord> {
  const text = JSON.stringify(snap);
  return { text, hash: await digest(text) };
}

export async function readSnap(value: unknown): Promise<Snap | undefined> {
  const record = asRecord(value);
  if (record === undefined || (await digest(record.text)) !== record.hash) return undefined;
  return JSON.parse(record.text) as Snap;
}

/** The key of a song's line or snap. Keys sort as their numbers do. */
export function lineKey(song: string, line: number): string {
  return `${song}/${String(line).padStart(10, "0")}`;
}

/** What all keys of a song begin with. */
export function songPrefix(song: string): string {
  return `${song}/`;
}

export function lineOfKey(key: string): number {
  return Number(key.slice(key.lastIndexOf("/") + 1));
}
