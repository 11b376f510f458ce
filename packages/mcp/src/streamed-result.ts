import { utf8 } from "./json-bytes.ts";
import type { Method } from "./methods.ts";
import type { ResultWriter } from "./outlet.ts";
import { cacheHints, serverInfo, streamedMeta } from "./splice.ts";
import type { Description, OwnMeta, ResultStream } from "./types.ts";

/** The front of a 2026-07-28 answer whose result is streamed: what follows is put in by `StatelessPieces`. */
export const statelessFront = utf8('{"resultType":"complete"');

/**
 * A 2026-07-28 result whose bytes arrive in pieces. Server info goes into the result's own `_meta`, before its last brace, or into one of ours
 * at the end; cache hints come last too, since only then is known what the result says itself.
 */
export class StatelessPieces implements ResultStream {
  readonly #writer: ResultWriter;
  readonly #description: Description;
  readonly #method: Method | undefined;
  #part: "brace" | "space" | "members" = "brace";

  constructor(writer: ResultWriter, description: Description, method: Method | undefined) {
    this.#writer = writer;
    this.#description = description;
    this.#method = method;
  }

  write(bytes: Uint8Array, ownMeta?: OwnMeta): boolean {
    const from = this.#begin(bytes);
    if (from === undefined) return true;
    if (ownMeta === undefined) return this.#writer.write(from === 0 ? bytes : bytes.subarray(from));
    this.#writer.write(bytes.subarray(from, ownMeta.at));
    if (!ownMeta.empty) this.#writer.write(comma);
    this.#writer.write(serverInfo(this.#description));
    return this.#writer.write(bytes.subarray(ownMeta.at));
  }

  end(members: readonly { readonly name: string }[]): void {
    const hints = cacheHints(members, this.#description, this.#method);
    if (hints !== "") this.#writer.write(utf8(hints));
    if (!members.some((member) => member.name === "_meta")) for (const part of streamedMeta(this.#description)) this.#writer.write(part);
    this.#writer.write(closeBraces);
    this.#writer.end();
  }

  abort(): void {
    this.#writer.abort();
  }

  /** Where in these bytes the result's members go on. Before the first: its brace and white space are left out, and a comma is put. */
  #begin(bytes: Uint8Array): number | undefined {
    let at = 0;
    if (this.#part === "brace") {
      at = bytes.indexOf(0x7b) + 1;
      if (at === 0) return undefined;
      this.#part = "space";
    }
    if (this.#part === "space") {
      while (at < bytes.length && isSpace(bytes[at])) at++;
      if (at === bytes.length) return undefined;
      this.#part = "members";
      this.#writer.write(comma);
    }
    return at;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const comma = utf8(",");
const closeBraces = utf8("}}");
