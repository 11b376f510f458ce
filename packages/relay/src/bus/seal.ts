import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { performance } from "node:perf_hooks";
import { type BusMessage, type Kind, kinds } from "./message.ts";

/** The names of a relay's keys and subjects on the bus, all from the one session key. */
export class BusNames {
  readonly key: Uint8Array;

  constructor(sessionKey: Uint8Array) {
    this.key = hmac(sessionKey, "jackfield-bus/v1");
  }

  /** Subjects are listed by NATS's own monitor: a link's must not tell its token. */
  link(token: string): string {
    return `jf.l.${hmac(this.key, `link:${token}`).toString("base64url").slice(0, 22)}`;
  }

  /** Where a process that becomes the home of a link says so to those whose clients listen for it. */
  news(token: string): string {
    return this.link(token).replace("jf.l.", "jf.n.");
  }

  process(id: string): string {
    return `jf.p.${id}`;
  }

  /** Where NATS says that nobody listens. */
  nobody(id: string, what: string): string {
    return `jf.g.${id}.${what}`;
  }
}

interface Sender {
  readonly key: Buffer;
  /** The number of its last message. */
  count: number;
  /** Receiver's clock less sender's, of the quickest message; it may grow as clocks drift apart. */
  offset: number;
  heard: number;
}

/**
 * Seals messages with AES-256-GCM: the broker carries what it can neither read nor make. Each start of a process has a key of its own, made
 * from the shared one and its name; its messages are numbered, and a receiver takes each number once and in order. A message is bound to its
 * subject, so it cannot be turned to another process.
 *
 * Layout: process (12) · number (8) · sealed [kind (1) · exchange (4) · sent at (8) · payload] · tag (16).
 */
export class BusSeal {
  readonly #names: BusNames;
  readonly #from: Buffer;
  readonly #key: Buffer;
  #count = 0;
  readonly #senders = new Map<string, Sender>();
  readonly #most: number;
  #lastSubject = "";
  #lastBound: Buffer = Buffer.alloc(0);

  /** `most`: senders that are remembered. */
  constructor(names: BusNames, process: string, most: number) {
    this.#most = most;
    this.#names = names;
    this.#from = Buffer.from(process, "latin1");
    this.#key = this.#keyOf(process);
  }

  seal(subject: string, kind: Kind, exchange: number, parts: readonly Uint8Array[] = []): Buffer {
    let length = plainBytes;
    for (const part of parts) length += part.length;
    // One buffer for all of it: each update of a cipher costs more than copying a small message.
    const plain = Buffer.allocUnsafe(length);
    plain[0] = kinds.indexOf(kind);
    plain.writeUInt32BE(exchange, 1);
    plain.writeDoubleBE(performance.now(), 5);
    let at = plainBytes;
    for (const part of parts) {
      plain.set(part, at);
      at += part.length;
    }
    const message = Buffer.allocUnsafe(headBytes + length + tagBytes);
    this.#from.copy(message);
    writeNumber(message, ++this.#count);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonceOf(message)).setAAD(this.#bound(subject));
    message.set(cipher.update(plain), headBytes);
    cipher.final();
    message.set(cipher.getAuthTag(), headBytes + length);
    return message;
  }

  /** Undefined: not sealed by a process of this relay for this subject, or seen before. */
  open(subject: string, bytes: Uint8Array): BusMessage | undefined {
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (message.length < headBytes + plainBytes + tagBytes) return undefined;
    const from = message.toString("latin1", 0, nameBytes);
    const known = this.#senders.get(from);
    if (known === undefined && !/^[A-Za-z0-9_-]{12}$/.test(from)) return undefined;
    const count = readNumber(message);
    if (known !== undefined && count <= known.count) return undefined;
    const key = known?.key ?? this.#keyOf(from);
    const plain = opened(key, this.#bound(subject), message);
    if (plain === undefined) return undefined;
    const kind = kinds[plain[0] ?? kinds.length];
    if (kind === undefined) return undefined;
    const now = performance.now();
    const under = now - plain.readDoubleBE(5);
    const sender = known ?? this.#meet(from, { key, count, offset: under, heard: now });
    sender.count = count;
    // Steady clocks of two machines drift apart by less than this.
    const offset = sender.offset + (now - sender.heard) * driftMost;
    const lateMs = Math.max(0, under - offset);
    sender.offset = Math.min(under, offset);
    sender.heard = now;
    return { from, kind, exchange: plain.readUInt32BE(1), lateMs, payload: plain.subarray(plainBytes) };
  }

  /** A subject's bytes: mostly the same few. */
  #bound(subject: string): Buffer {
    if (this.#lastSubject !== subject) {
      this.#lastSubject = subject;
      this.#lastBound = Buffer.from(subject, "latin1");
    }
    return this.#lastBound;
  }

  #meet(from: string, sender: Sender): Sender {
    if (this.#senders.size >= this.#most) {
      let oldest: string | undefined;
      let heard = Infinity;
      for (const [name, each] of this.#senders)
        if (each.heard < heard) {
          oldest = name;
          heard = each.heard;
        }
      if (oldest !== undefined) this.#senders.delete(oldest);
    }
    this.#senders.set(from, sender);
    return sender;
  }

  #keyOf(process: string): Buffer {
    return hmac(this.#names.key, `process:${process}`);
  }
}

function opened(key: Buffer, bound: Buffer, message: Buffer): Buffer | undefined {
  const end = message.length - tagBytes;
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(message)).setAAD(bound).setAuthTag(message.subarray(end));
  const plain = decipher.update(message.subarray(headBytes, end));
  try {
    decipher.final();
    return plain;
  } catch {
    // The tag does not hold: forged, or sealed for another subject.
    return undefined;
  }
}

function nonceOf(message: Buffer): Buffer {
  const nonce = Buffer.alloc(12);
  message.copy(nonce, 4, nameBytes, nameBytes + numberBytes);
  return nonce;
}

function writeNumber(message: Buffer, count: number): void {
  message.writeUInt32BE(Math.floor(count / 2 ** 32), nameBytes);
  message.writeUInt32BE(count % 2 ** 32, nameBytes + 4);
}

function readNumber(message: Buffer): number {
  return message.readUInt32BE(nameBytes) * 2 ** 32 + message.readUInt32BE(nameBytes + 4);
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

const nameBytes = 12;
const numberBytes = 8;
const headBytes = nameBytes + numberBytes;
const plainBytes = 13;
const tagBytes = 16;
/** 200 parts in a million. */
const driftMost = 2e-4;
