import { randomBytes } from "node:crypto";
import { TestHolder } from "./holder.ts";
import { type Keys, RawPeer, newHolderId, newKeys, until } from "./rig.ts";

/** What the relay says of parcels, as it came. */
export interface RawReceipt {
  readonly type: "took" | "refused";
  readonly n: number;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly why?: string;
}

export interface RawFrame {
  readonly type: string;
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A transport byte by byte, made as docs/protocol.md §8 says and apart from the product's code. */
export interface RawLane extends Disposable {
  readonly peer: RawPeer;
  readonly keys: Keys;
  readonly mcpUrl: string;
  readonly receipts: readonly RawReceipt[];
  /** Down frames that are no receipts. */
  readonly frames: readonly RawFrame[];
  /** The bytes of one parcel on this transport: a link's digit, and a body. */
  bytesOf(body: string | Uint8Array, link?: number | string): Buffer;
  send(bytes: Uint8Array): void;
  /** The last parcel that a receipt is known for. */
  readonly known: number;
}

export interface LaneOptions {
  readonly keys?: Keys;
  readonly others?: readonly Keys[];
  readonly reads?: boolean;
  readonly declare?: object;
}

export const rawTransports = ["up", "websocket"] as const;
export type RawTransport = (typeof rawTransports)[number];

const receiptEvent = /data: (\{[^\n]*\})\n\n/g;

function receiptsIn(text: string): RawReceipt[] {
  return [...text.matchAll(receiptEvent)].map((match) => JSON.parse(match[1] ?? "") as RawReceipt);
}

/** Says hello by POST, listens, and opens the transport. */
export async function openLane(transport: RawTransport, relay: string, options: LaneOptions = {}): Promise<RawLane> {
  const all = [options.keys ?? newKeys(), ...(options.others ?? [])];
  const holder = newHolderId();
  const holders: TestHolder[] = [];
  for (const keys of all) {
    const hello = new TestHolder({
      relay,
      keys,
      holder,
      transport: "post",
      ...(options.declare === undefined ? {} : { declare: options.declare }),
    });
    const answer = await hello.hello();
    if (answer.status !== 200) throw new Error(`hello was answered ${answer.status}`);
    holders.push(hello);
  }
  if (transport === "up") return openUp(relay, all, holders, options);
  for (const hello of holders) await hello[Symbol.asyncDispose]();
  return openSocket(relay, all, holder, options);
}

async function openUp(relay: string, all: readonly Keys[], holders: readonly TestHolder[], options: LaneOptions): Promise<RawLane> {
  for (const holder of holders) await holder.open();
  const keys = all[0] as Keys;
  const peer = new RawPeer(relay, options.reads === undefined ? {} : { reads: options.reads });
  peer.send(upHead(keys.token, all.map(({ secret }) => secret).join(" ")));
  if (options.reads !== false) await until(() => peer.text.includes(": open"));
  return {
    peer,
    keys,
    mcpUrl: `${relay}/s/${keys.token}/mcp`,
    get receipts() {
      return receiptsIn(peer.text);
    },
    get frames() {
      return holders.flatMap((holder) => holder.frames);
    },
    get known() {
      return receiptsIn(peer.text).at(-1)?.n ?? 0;
    },
    bytesOf(body, link = 0) {
      const bytes = Buffer.from(body);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(bytes.length + 1);
      return Buffer.concat([head, Buffer.from(String(link)), bytes]);
    },
    send: (bytes) => void peer.send(chunkOf(bytes)),
    [Symbol.dispose]() {
      peer[Symbol.dispose]();
      for (const holder of holders) void holder[Symbol.asyncDispose]();
    },
  };
}

export function upHead(token: string, secrets: string): string {
  return `POST /s/${token}/up HTTP/1.1\r\nhost: x\r\nx-jackfield-link-secret: ${secrets}\r\ntransfer-encoding: chunked\r\n\r\n`;
}

/** A chunk of HTTP/1.1 (RFC 9112 §7.1). */
export function chunkOf(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

async function openSocket(relay: string, all: readonly Keys[], holder: string, options: LaneOptions): Promise<RawLane> {
  const keys = all[0] as Keys;
  const socket = new RawSocket(relay, keys.token, options);
  const { peer } = socket;
  peer.send(socketFrame(greeting(all, holder)));
  if (options.reads !== false) await until(() => socket.texts.filter((text) => text.includes('"ready"')).length === all.length);
  const receipts = (): RawReceipt[] => parsed().filter(({ type }) => type === "took" || type === "refused") as unknown as RawReceipt[];
  const parsed = (): RawFrame[] => socket.texts.filter((text) => text !== "").map((text) => JSON.parse(text) as RawFrame);
  return {
    peer,
    keys,
    mcpUrl: `${relay}/s/${keys.token}/mcp`,
    get receipts() {
      return receipts();
    },
    get frames() {
      return parsed().filter(({ type }) => type !== "took" && type !== "refused");
    },
    get known() {
      return receipts().at(-1)?.n ?? 0;
    },
    bytesOf: (body, link = 0) => socketFrame(Buffer.concat([Buffer.from(String(link)), Buffer.from(body)])),
    send: (bytes) => void peer.send(bytes),
    [Symbol.dispose]: () => peer[Symbol.dispose](),
  };
}

export function greeting(all: readonly Keys[], holder: string = newHolderId()): string {
  return JSON.stringify({ protocol: 1, holder, secrets: all.map(({ secret }) => secret).join(" ") });
}

/** The head of an upgrade; `more` are lines with their ends. */
export function socketHead(token: string, more = ""): string {
  const key = randomBytes(16).toString("base64");
  return `GET /s/${token}/socket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n${more}\r\n`;
}

/** One frame of RFC 6455 §5.2, masked as a client's must be. */
export function socketFrame(
  payload: string | Uint8Array,
  { opcode = 1, fin = true, masked = true }: { readonly opcode?: number; readonly fin?: boolean; readonly masked?: boolean } = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const length = bytes.length < 126 ? Buffer.from([bytes.length]) : bytes.length < 65_536 ? Buffer.alloc(3) : Buffer.alloc(9);
  if (length.length === 3) length.writeUInt16BE(bytes.length, 1);
  if (length.length === 9) length.writeBigUInt64BE(BigInt(bytes.length), 1);
  if (length.length > 1) length[0] = length.length === 3 ? 126 : 127;
  if (masked) length[0] = (length[0] ?? 0) | 0x80;
  const mask = randomBytes(4);
  const body = masked ? bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : bytes;
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode]), length, masked ? mask : Buffer.alloc(0), body]);
}

/** A WebSocket whose bytes the test writes itself. */
export class RawSocket implements Disposable {
  readonly peer: RawPeer;

  constructor(relay: string, token: string, options: { readonly reads?: boolean; readonly head?: string } = {}) {
    this.peer = new RawPeer(relay, options.reads === undefined ? {} : { reads: options.reads });
    this.peer.send(socketHead(token, options.head));
  }

  /** Status of the answer; 0 before it came. */
  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.peer.text)?.[1] ?? 0);
  }

  /** Whole frames so far. */
  get frames(): readonly { readonly opcode: number; readonly payload: Buffer }[] {
    const frames: { opcode: number; payload: Buffer }[] = [];
    const bytes = this.peer.received;
    const head = bytes.indexOf("\r\n\r\n");
    for (let at = head + 4; head > 0 && at + 2 <= bytes.length;) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
      if (at + 2 + extra > bytes.length) break;
      const length = extra === 2 ? bytes.readUInt16BE(at + 2) : extra === 8 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
      const from = at + 2 + extra;
      if (from + length > bytes.length) break;
      frames.push({ opcode: (bytes[at] ?? 0) & 0x0f, payload: bytes.subarray(from, from + length) });
      at = from + length;
    }
    return frames;
  }

  get texts(): readonly string[] {
    return this.frames.filter(({ opcode }) => opcode === 1).map(({ payload }) => payload.toString());
  }

  /** Code and reason of the close that came. */
  get close(): readonly [number, string] | undefined {
    const frame = this.frames.find(({ opcode }) => opcode === 8);
    return frame === undefined
      ? undefined
      : [frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE(0), frame.payload.subarray(2).toString()];
  }

  send(payload: string | Uint8Array, options: Parameters<typeof socketFrame>[1] = {}): this {
    this.peer.send(socketFrame(payload, options));
    return this;
  }

  [Symbol.dispose](): void {
    this.peer[Symbol.dispose]();
  }
}
