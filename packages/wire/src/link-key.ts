/**
 * The keys of a link: their shapes, and how the connector token follows from the secret. Nothing here hashes: SHA-256 is asynchronous
 * in browsers and synchronous in Node, so the caller takes the digest of `tokenDigestInput` and hands it to `tokenFromDigest`.
 * Comparing a token with one from a request is the caller's job, in constant time.
 */

/** Bytes of randomness in a link secret: 256 bits. */
export const linkSecretBytes = 32;

/** A link secret: 43 characters of base64url. Travels only in the header `secretHeader`. */
export const linkSecretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A connector token: 22 characters of base64url, 132 bits. The one capability that may stand in a URL. */
export const connectorTokenPattern = /^[A-Za-z0-9_-]{22}$/;

/** A holder id: 16 random bytes as base64url. Names a page load, proves nothing. */
export const holderIdPattern = /^[A-Za-z0-9_-]{22}$/;

/** A call key, made by the relay: `<process>.<random>`. */
export const callKeyPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** The header of every holder request: one secret, or up to 8 separated by single spaces on an event stream. */
export const secretHeader = "x-jackfield-link-secret";

/** The header a fronting proxy adds so that nobody can go around it. */
export const originHeader = "x-jackfield-origin";

/** Links on one event stream: a page with more opens a second stream. */
export const linksPerStream = 8;

/** The bytes whose SHA-256 digest is the connector token of `secret`. The prefix means the digest can be a connector token and nothing else. */
export function tokenDigestInput(secret: string): Uint8Array {
  return new TextEncoder().encode(`jackfield-link/v1:${secret}`);
}

/** The connector token: first 22 characters of the digest in base64url. Throws RangeError unless the digest has 32 bytes. */
export function tokenFromDigest(digest: Uint8Array): string {
  if (digest.length !== 32) throw new RangeError(`Cannot make a connector token from ${digest.length} bytes: a SHA-256 digest has 32`);
  return base64url(digest).slice(0, 22);
}

/** A new link secret. `random(n)` must return `n` bytes from a cryptographic source. */
export function newSecret(random: (length: number) => Uint8Array): string {
  return base64url(exactly(linkSecretBytes, random));
}

/** A new holder id. `random(n)` must return `n` bytes from a cryptographic source. */
export function newHolderId(random: (length: number) => Uint8Array): string {
  return base64url(exactly(16, random));
}

/**
 * The secrets of a header value, in order. Undefined when there is none, more than 8, two that are equal, or one of the wrong shape: one
 * wrong secret refuses the whole request.
 */
export function parseSecrets(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.length > linksPerStream * 44) return undefined;
  const secrets = header.split(" ");
  if (secrets.length > linksPerStream || new Set(secrets).size !== secrets.length) return undefined;
  return secrets.every((secret) => linkSecretPattern.test(secret)) ? secrets : undefined;
}

/** Base64url without padding (RFC 4648 §5). */
export function base64url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = bytes.length - at;
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    if (rest > 1) text += alphabet.charAt((group >> 6) & 63);
    if (rest > 2) text += alphabet.charAt(group & 63);
  }
  return text;
}

/** The bytes of base64url text. Undefined for padding, foreign characters, an impossible length, or unused bits that are not zero. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let to = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[to++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? bytes : undefined;
}

function exactly(length: number, random: (length: number) => Uint8Array): Uint8Array {
  const bytes = random(length);
  if (bytes.length !== length) throw new RangeError(`Cannot make a key from ${bytes.length} random bytes: it takes ${length}`);
  return bytes;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
