import type { JsonObject } from "@jackfield/contract";
import { cleanText, connectorTokenPattern, linkSecretPattern } from "@jackfield/wire";
import { type Controls, defaultControls, parseControls } from "./controls.ts";
import { isObject, textOf } from "./json-value.ts";
import type { LinkKeys } from "./keys.ts";
import { nameCharacters } from "./limits.ts";

/** All that a browser remembers of one link. */
export interface LinkRecord {
  readonly name: string;
  /** Undefined: there is no link yet, or it expired and its secret was destroyed. */
  readonly keys: LinkKeys | undefined;
  /** The person turned it on. */
  readonly on: boolean;
  readonly controls: Controls;
  /** The page load that said hello last, so that a page which lost its connection does not take the link back from a newer one. */
  readonly holder: string;
  /** The epoch of that hello: of two pages, the higher has it. */
  readonly epoch: number;
  /** Catalog hash the relay last told. */
  readonly catalog: string;
  /** Catalog hash of the URL that was last copied: what clients may still list. */
  readonly copied: string;
}

/** A link nobody has turned on. */
export function newRecord(name: string): LinkRecord {
  return { name, keys: undefined, on: false, controls: defaultControls, holder: "", epoch: 0, catalog: "", copied: "" };
}

/** A record from storage. What is not readable is as in a new one: storage can be written by any script of the page. */
export function parseRecord(text: string | null, name: string): LinkRecord {
  const stored = membersOf(text);
  const keys = keysOf(stored["keys"]);
  return {
    name: cleanText(textOf(stored["name"]), nameCharacters) || name,
    keys,
    on: stored["on"] === true && keys !== undefined,
    controls: parseControls(stored["controls"]),
    holder: textOf(stored["holder"]),
    epoch: Number(stored["epoch"]) || 0,
    catalog: textOf(stored["catalog"]),
    copied: textOf(stored["copied"]),
  };
}

function membersOf(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isObject(value) ? value : {};
  } catch {
    // Nothing there, or someone else's text under our key: the link begins anew.
    return {};
  }
}

function keysOf(value: unknown): LinkKeys | undefined {
  const { secret, token } = isObject(value) ? value : {};
  const keys = { secret: textOf(secret), token: textOf(token) };
  return linkSecretPattern.test(keys.secret) && connectorTokenPattern.test(keys.token) ? keys : undefined;
}
