import type { Json, JsonObject } from "@jackfield/contract";
import { type Member, type Utf8Port, isUtf8 } from "@jackfield/wire";
import { joined, utf8 } from "./json-bytes.ts";
import { ownArguments } from "./own-arguments.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The value of an object's bytes; undefined where they are not UTF-8 or not JSON. */
export function parsed(bytes: Uint8Array): JsonObject | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as JsonObject;
  } catch {
    return undefined;
  }
}

/**
 * The same for a large message whose own members are known, but `params.arguments` is parsed only when it is looked at: a relay, which passes
 * the bytes on, never does, and would hold up everybody else meanwhile (8 MB: 30 ms). What was scanned can't fail to parse later.
 */
export function parsedButArguments(
  bytes: Uint8Array,
  start: number,
  end: number,
  members: readonly Member[],
  port: Utf8Port | undefined,
): JsonObject | undefined {
  const whole = bytes.subarray(start, end);
  const params = members.find((member) => member.name === "params");
  // Of a name that comes twice JSON.parse takes the last: those are left to it.
  const given = params === undefined || bytes[params.start] !== openBrace ? undefined : ownArguments(bytes, params.start, params.end);
  if (given === undefined || !isUtf8(whole, port)) return parsed(whole);
  const value = parsed(joined([bytes.subarray(start, given.start), nothing, bytes.subarray(given.end, end)]));
  const around = value?.["params"];
  if (value === undefined || typeof around !== "object" || around === null) return undefined;
  const late = bytes.subarray(given.start, given.end);
  Object.defineProperty(around, "arguments", {
    configurable: true,
    enumerable: true,
    get() {
      const json = JSON.parse(decoder.decode(late)) as Json;
      Object.defineProperty(around, "arguments", { configurable: true, enumerable: true, writable: true, value: json });
      return json;
    },
  });
  return value;
}

const openBrace = 0x7b;
const nothing = utf8("null");
