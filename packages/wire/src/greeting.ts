import { holderIdPattern } from "./link-key.ts";
import { matchOf, memberOf, objectOf } from "./read-json.ts";

/** The first message on a WebSocket: what query and secret header say elsewhere, for browsers send neither there unseen. */
export interface Greeting {
  readonly holder: string;
  /** Of all links of the connection, that of the path first: as in the secret header. */
  readonly secrets: string;
}

/** The message of a holder that has these secrets. */
export function writeGreeting({ holder, secrets }: Greeting): string {
  return JSON.stringify({ protocol: 1, holder, secrets });
}

/** Reads a greeting, in the relay. Undefined: it is none. */
export function parseGreeting(bytes: Uint8Array): Greeting | undefined {
  if (bytes.length > greetingBytes) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8 or not JSON: nothing of it is quoted.
    return undefined;
  }
  const from = objectOf(value);
  if (from === undefined || memberOf(from, "protocol") !== 1) return undefined;
  const holder = matchOf(memberOf(from, "holder"), holderIdPattern);
  const secrets = memberOf(from, "secrets");
  return holder === undefined || typeof secrets !== "string" ? undefined : { holder, secrets };
}

/** Bytes of a greeting: eight secrets, an id and their names, twice over. */
export const greetingBytes = 1_024;
