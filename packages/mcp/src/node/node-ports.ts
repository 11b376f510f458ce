import { isUtf8 } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Ports } from "../types.ts";

const ivBytes = 12;
const tagBytes = 16;

export interface NodePortOptions {
  /** 32 bytes. Default: random, so that seals end with the process. */
  readonly key?: Uint8Array;
  /** Names this process in every key it mints. Default: 6 random bytes. `[A-Za-z0-9_-]`, at most 20 characters. */
  readonly process?: string;
}

/** The core's ports on node:crypto: AES-256-GCM seals with the binding as associated data, keys `<process>.<random>` of 96 bits. */
export function nodePorts(options: NodePortOptions = {}): Ports {
  const key = options.key ?? randomBytes(32);
  if (key.length !== 32) throw new RangeError(`Cannot seal with a key of ${key.length} bytes: it must be 32`);
  const process = options.process ?? randomBytes(6).toString("base64url");
  let pool = "";
  let used = 0;
  return {
    now: () => Date.now(),
    mint: () => {
      // One large read of randomness, written out once, serves many keys: a call costs no system call.
      if (used === pool.length) {
        pool = randomBytes(poolBytes).toString("base64url");
        used = 0;
      }
      used += keyCharacters;
      return `${process}.${pool.slice(used - keyCharacters, used)}`;
    },
    seal: (plain, bind) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(bind));
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
    },
    unseal: (sealed, bind) => {
      if (!/^[A-Za-z0-9_-]+$/.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(bind))
        .setAuthTag(bytes.subarray(bytes.length - tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)), decipher.final()]);
      } catch {
        // The tag does not hold: forged, or sealed for something else.
        return undefined;
      }
    },
    encode: (text) => Buffer.from(text, "utf8"),
    isUtf8,
    digest: (bytes) => createHash("sha256").update(bytes).digest("base64url"),
  };
}

/** 96 bits. */
const keyCharacters = 16;
const poolBytes = 1_536;
