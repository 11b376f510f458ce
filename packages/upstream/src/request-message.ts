import type { Json, JsonObject } from "@jackfield/contract";

/** A request in the making: members of `params` beside `_meta`, each a value or bytes that are passed on as they are. */
export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, Json | Uint8Array | undefined>>;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request as the pieces it is written in: bytes that are passed on are not parsed or copied. */
export function messageOf(number: number, asked: Asked, meta: JsonObject | undefined): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let text = `{"jsonrpc":"2.0","id":${number},"method":${JSON.stringify(asked.method)}`;
  let separator = ',"params":{';
  for (const [name, value] of [...Object.entries(asked.params), ["_meta", meta] as const]) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (value instanceof Uint8Array) {
      pieces.push(encode(text), withoutLineEnds(value));
      text = "";
    } else text += JSON.stringify(value);
  }
  pieces.push(encode(`${text}${separator === "," ? "}" : ""}}`));
  return pieces;
}

/** Raw line ends, which JSON allows between tokens, would end a message on a pipe. */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(0x0a) < 0 && bytes.indexOf(0x0d) < 0) return bytes;
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

function encode(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
