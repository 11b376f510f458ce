import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ClientCan } from "@jackfield/contract";

/** What a session id says of its session, once it is found to be ours. */
export interface SealedSession {
  readonly revision: string;
  readonly can: ClientCan;
  /** Seconds since the epoch. */
  readonly issued: number;
}

/**
 * Session ids: `v1.` and base64url of random (12 bytes) · link (8) · revision (1) · capabilities (1) · issued-at (4) · HMAC-SHA256 (16).
 * A process with the same key can take up a session it has never seen; without the key an id can neither be made nor moved to another link.
 */
export class SessionIds {
  readonly #key: Uint8Array;
  readonly #revisions: readonly string[];

  /** `revisions`: by their place in this list, which must only ever grow. */
  constructor(key: Uint8Array, revisions: readonly string[]) {
    if (key.length < 32) throw new RangeError(`Cannot use a session key of ${key.length} bytes: it must have at least 32`);
    this.#key = key;
    this.#revisions = revisions;
  }

  /** A new id for a session of this link. */
  make(token: string, session: SealedSession): string {
    const body = Buffer.alloc(bodyBytes);
    randomBytes(randomLength).copy(body, 0);
    linkMark(token).copy(body, linkAt);
    body[revisionAt] = this.#revisions.indexOf(session.revision);
    body[canAt] = bitsOf(session.can);
    body.writeUInt32BE(session.issued, issuedAt);
    return `${version}${Buffer.concat([body, this.#mac(body)]).toString("base64url")}`;
  }

  /** Undefined: not an id of ours, or another link's. */
  read(token: string, id: string): SealedSession | undefined {
    if (id.length !== idLength || !id.startsWith(version)) return undefined;
    const bytes = Buffer.from(id.slice(version.length), "base64url");
    // Only the one canonical writing of the bytes is an id, or each session would have several.
    if (bytes.length !== bodyBytes + macBytes || bytes.toString("base64url") !== id.slice(version.length)) return undefined;
    const body = bytes.subarray(0, bodyBytes);
    if (!timingSafeEqual(this.#mac(body), bytes.subarray(bodyBytes))) return undefined;
    if (!timingSafeEqual(linkMark(token), body.subarray(linkAt, revisionAt))) return undefined;
    const revision = this.#revisions[body[revisionAt] ?? -1];
    if (revision === undefined) return undefined;
    return { revision, can: canOf(body[canAt] ?? 0), issued: body.readUInt32BE(issuedAt) };
  }

  #mac(body: Uint8Array): Buffer {
    return createHmac("sha256", this.#key).update("jackfield-session/v1:").update(body).digest().subarray(0, macBytes);
  }
}

const version = "v1.";
const randomLength = 12;
const linkAt = randomLength;
const revisionAt = linkAt + 8;
const canAt = revisionAt + 1;
const issuedAt = canAt + 1;
const bodyBytes = issuedAt + 4;
const macBytes = 16;
const idLength = version.length + Math.ceil(((bodyBytes + macBytes) * 4) / 3);

function linkMark(token: string): Buffer {
  return hash("sha256", `jackfield-session-link/v1:${token}`, "buffer").subarray(0, revisionAt - linkAt);
}

function bitsOf(can: ClientCan): number {
  return Number(can.elicitForm) | (Number(can.elicitUrl) << 1) | (Number(can.sampling) << 2) | (Number(can.roots) << 3);
}

function canOf(bits: number): ClientCan {
  return { elicitForm: (bits & 1) !== 0, elicitUrl: (bits & 2) !== 0, sampling: (bits & 4) !== 0, roots: (bits & 8) !== 0 };
}
