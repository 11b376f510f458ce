import type { Json } from "@jackfield/contract";

/** A request in the making: members of `params` beside `_meta`, each a value or bytes that are passed on as they are. */
export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, Json | Uint8Array | undefined>>;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message on its way out: text that is written as UTF-8, and bytes that are passed on. */
export type Message = readonly (string | Uint8Array)[];

/** One request as the pieces it is written in: bytes that are passed on are not parsed or copied. `meta`: the JSON of `params._meta`. */
export function messageOf(number: number, { method, params }: Asked, meta: string | undefined): Message {
  const pieces: (string | Uint8Array)[] = [];
  let text = `{"jsonrpc":"2.0","id":${number},"method":${JSON.stringify(method)}`;
  let separator = ',"params":{';
  if (meta !== undefined) {
    text += `${separator}"_meta":${meta}`;
    separator = ",";
  }
  for (const name of Object.keys(params)) {
    const value = params[name];
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (value instanceof Uint8Array) {
      pieces.push(text, withoutLineEnds(value));
      text = "";
    } else text += JSON.stringify(value);
  }
  pieces.push(`${text}${separator === "," ? "}" : ""}}`);
  return pieces;
}

/** A message's bytes, for whoever sends it alone. */
export function bytesOf(message: Message): Buffer {
  return Buffer.concat(message.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "utf8") : piece)));
}

/** Raw line ends, which JSON allows between tokens, would end a message on a pipe. */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(0x0a) < 0 && bytes.indexOf(0x0d) < 0) return bytes;
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}
