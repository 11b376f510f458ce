/** What can be wrong with the bytes of one JSON object. */
export type ScanProblem = "not_json" | "not_object" | "too_deep" | "double_key" | "trailing" | "key_limit" | "reserved_key" | "bad_meta";

/** One own member of the object: its decoded name, and where the bytes of its value begin and end. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Rules about names: a problem refuses the object. */
export interface NameRules {
  /** Own names of the object. */
  readonly own?: (name: string) => ScanProblem | undefined;
  /** `_meta`, if there, must be an object whose own names are single and pass this. */
  readonly meta?: (name: string) => ScanProblem | undefined;
}

/**
 * The own names of one object while its bytes go by, and those of its `_meta`. Names are compared decoded: "a" and "\u0061" are one.
 * They are bounded in length and number, so that a hostile object of a million names costs no memory.
 */
export class OwnNames {
  readonly members: Member[] = [];
  meta: { readonly start: number; readonly end: number; readonly empty: boolean } | undefined;
  /** The member `isError` is true. */
  isError = false;
  /** The member being read is `_meta`, and rules say something of it. */
  inMeta = false;

  readonly #rules: NameRules;
  /** Where the name being read begins (or goes on) in the chunk. */
  #at = 0;
  /** Its bytes from earlier chunks. */
  #kept: Uint8Array = noBytes;
  #name = "";
  #valueAt = 0;
  #valueFirst = 0;
  #seen: Set<string> | undefined;
  #metaSeen: Set<string> | undefined;

  constructor(rules: NameRules) {
    this.#rules = rules;
  }

  /** A name begins at index `at` of the chunk, or goes on there from the last one. */
  begin(at: number): void {
    this.#at = at;
  }

  /** Where in the chunk the name is too long, if the bytes up to `to` belong to it. Undefined: it is not. */
  tooLong(to: number): number | undefined {
    const most = this.#at + ownNameBytes - this.#kept.length;
    return to > most ? most : undefined;
  }

  /** The chunk ends inside the name. */
  keep(bytes: Uint8Array, to: number): void {
    const kept = new Uint8Array(this.#kept.length + to - this.#at);
    kept.set(this.#kept);
    kept.set(bytes.subarray(this.#at, to), this.#kept.length);
    this.#kept = kept;
  }

  /** The name has ended before index `at`, `level` 1 or 2 (in `_meta`). */
  end(bytes: Uint8Array, at: number, level: number): ScanProblem | undefined {
    if (this.#kept.length > 0) this.keep(bytes, at);
    const name = this.#kept.length > 0 ? decoded(this.#kept) : (familiar(bytes, this.#at, at) ?? decoded(bytes.subarray(this.#at, at)));
    this.#kept = noBytes;
    return level === 1 ? this.#own(name) : this.#ofMeta(name);
  }

  /** The member's value begins. `first` is its first byte. */
  valueBegins(offset: number, first: number): ScanProblem | undefined {
    this.#valueAt = offset;
    this.#valueFirst = first;
    return this.inMeta && first !== 0x7b ? "bad_meta" : undefined;
  }

  /** The member's value ends before `offset`. */
  valueEnds(offset: number): void {
    this.members.push({ name: this.#name, start: this.#valueAt, end: offset });
    if (this.inMeta) this.meta = { start: this.#valueAt, end: offset, empty: this.#metaSeen === undefined };
    else if (this.#valueFirst === 0x74 && this.#name === "isError") this.isError = true;
  }

  #own(name: string): ScanProblem | undefined {
    this.#name = name;
    this.inMeta = this.#rules.meta !== undefined && name === "_meta";
    if (this.#isDouble(name)) return "double_key";
    if (this.members.length >= ownNames) return "key_limit";
    return this.#rules.own?.(name);
  }

  #ofMeta(name: string): ScanProblem | undefined {
    const seen = (this.#metaSeen ??= new Set());
    if (seen.has(name)) return "bad_meta";
    if (seen.size >= ownNames) return "key_limit";
    seen.add(name);
    return this.#rules.meta?.(name);
  }

  #isDouble(name: string): boolean {
    if (this.#seen === undefined) {
      // Messages and results have a few members: a look at each is cheaper than a set.
      if (this.members.length < 8) return this.members.some((member) => member.name === name);
      this.#seen = new Set(this.members.map((member) => member.name));
    }
    const isDouble = this.#seen.has(name);
    this.#seen.add(name);
    return isDouble;
  }
}

/** Own names of one object, and of its `_meta`: real ones have a dozen. */
export const ownNames = 4096;

/** Bytes of one own name. */
export const ownNameBytes = 1024;

/** The name in these bytes, if it is one that nearly every message or result has: those need not be made anew each time. */
function familiar(bytes: Uint8Array, from: number, to: number): string | undefined {
  const name = familiarNames.get(nameKey(to - from, bytes[from]));
  if (name === undefined) return undefined;
  for (let at = 1; at < name.length; at++) if (bytes[from + at] !== name.charCodeAt(at)) return undefined;
  return name;
}

/** No two familiar names have both in common. */
function nameKey(length: number, first = 0): number {
  return length * 256 + first;
}

const familiarNames: ReadonlyMap<number, string> = new Map(
  ["jsonrpc", "id", "method", "params", "result", "error", "content", "structuredContent", "isError", "_meta", "progressToken"].map(
    (name) => [nameKey(name.length, name.charCodeAt(0)), name] as const,
  ),
);

/** The name whose escaped bytes these are. Checked before, so that `JSON.parse` can't throw. */
function decoded(raw: Uint8Array): string {
  let text = "";
  for (const byte of raw) {
    if (byte >= 0x80 || byte === 0x5c) return JSON.parse(`"${utf8.decode(raw)}"`) as string;
    text += String.fromCharCode(byte);
  }
  return text;
}

// A byte order mark inside a name is a character like any other.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const noBytes = new Uint8Array(0);
