import { Fault } from "@jackfield/contract";
import { newHolderId, newSecret, tokenDigestInput, tokenFromDigest } from "@jackfield/wire";

/** A link's keys: the secret that only this browser has, and the connector token that follows from it. */
export interface LinkKeys {
  readonly secret: string;
  readonly token: string;
}

/** New keys. Rejects with Fault `config` where the page is not a secure context: browsers hash nothing there. */
export async function newKeys(): Promise<LinkKeys> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Fault("config", "Cannot make a link on plain http", {
      hint: "Open the page over https, or on localhost",
    });
  }
  const secret = newSecret(random);
  // A copy with a buffer of its own: what `digest` is typed to take.
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(tokenDigestInput(secret)));
  return { secret, token: tokenFromDigest(new Uint8Array(digest)) };
}

/** A name for this page load. */
export function holderId(): string {
  return newHolderId(random);
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
