import type { JsonReader } from "./json-reader.ts";
import type { Shown, Turn } from "./script.ts";

/** What a client asked the model. */
export interface Asked {
  /** Texts of the person, oldest first. */
  readonly texts: readonly string[];
  /** Results of tool calls since the last prompt that named a script. */
  readonly results: readonly Shown[];
  readonly offered: readonly string[];
  readonly stream: boolean;
}

/** One model API: how a request is read, and how a turn is written, in a stream or whole. */
export interface ModelApi {
  serves(path: string): boolean;
  read(body: JsonReader): Asked;
  /** The stream's events; each is written with its `type` as the event's name where it has one. */
  events(turn: Turn, number: number, body: JsonReader, asked: Asked): readonly (object | string)[];
  whole(turn: Turn, number: number, body: JsonReader, asked: Asked): object;
}
