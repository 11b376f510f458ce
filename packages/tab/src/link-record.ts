import { cleanText, connectorTokenPattern, linkSecretPattern } from "@jackfield/wire";
import { type Controls, defaultControls, parseControls } from "./controls.ts";
import type { LinkKeys } from "./keys.ts";

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
  /** The link's epoch at that hello: of two pages, the higher has it. */
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
  const fresh = newRecord(name);
  if (text === null) return fresh;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Someone else's text under our key: the link begins anew.
    return fresh;
  }
  if (typeof value !== "object" || value === null) return fresh;
  const stored = value as { readonly [key: string]: unknown };
  const keys = keysOf(stored["keys"]);
  return {
    name: typeof stored["name"] === "string" ? cleanText(stored["name"], 64) || name : name,
    keys,
    on: stored["on"] === true && keys !== undefined,
    controls: parseControls(stored["controls"]),
    holder: textOf(stored["holder"]),
    epoch: typeof stored["epoch"] === "number" ? stored["epoch"] : 0,
    catalog: textOf(stored["catalog"]),
    copied: textOf(stored["copied"]),
  };
}

function keysOf(value: unknown): LinkKeys | undefined {
  if (typeof value !== "object" || value === null || !("secret" in value) || !("token" in value)) return undefined;
  const { secret, token } = value;
  if (typeof secret !== "string" || typeof token !== "string") return undefined;
  return linkSecretPattern.test(secret) && connectorTokenPattern.test(token) ? { secret, token } : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 32) : "";
}
