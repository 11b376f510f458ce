import { randomBytes } from "node:crypto";
import { type LinkEvent, type LinkHolder, type LinkHolderOptions, linkHolder } from "@jackfield/doors";
import { newSecret } from "@jackfield/wire";
import { openHost } from "../fixtures/open-host.ts";
import { type LinkToolset, linkToolset } from "./link-toolset.ts";
import { ScriptedRelay } from "./scripted-relay.ts";

/** A holder, its scripted relay and the tools behind it. */
export interface Setting {
  readonly relay: ScriptedRelay;
  readonly holder: LinkHolder;
  readonly tools: LinkToolset;
  readonly events: LinkEvent[];
  readonly secret: string;
  /** The states entered so far. */
  readonly states: () => string[];
}

export interface SettingOptions {
  readonly limits?: LinkHolderOptions["limits"];
  readonly prepare?: (relay: ScriptedRelay) => void;
  /** Do not wait until the link is open. */
  readonly wait?: boolean;
}

const opened: AsyncDisposable[] = [];

/** Closes what was opened, last first. */
export async function closeAll(): Promise<void> {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
}

/** Leaves something to `closeAll`. */
export function keep<T extends AsyncDisposable>(one: T): T {
  opened.push(one);
  return one;
}

/** Opens a setting whose waits are short. */
export async function hold(options: SettingOptions = {}): Promise<Setting> {
  const relay = keep(await ScriptedRelay.open());
  options.prepare?.(relay);
  const tools = linkToolset();
  const host = keep(await openHost(tools.toolset));
  const secret = newSecret(randomBytes);
  const events: LinkEvent[] = [];
  const holder = keep(
    linkHolder(host, { relay: relay.url, secret, limits: { backoffMs: 20, backoffMostMs: 200, redeclareMs: 10, ...options.limits } }),
  );
  holder.on((event) => events.push(event));
  if (options.wait !== false) await until(() => holder.state === "open");
  return { relay, holder, tools, events, secret, states: () => events.flatMap((event) => (event.is === "state" ? [event.state] : [])) };
}

/** Waits until something holds; throws when it does not in time. */
export async function until(check: () => boolean, ms = 5_000): Promise<void> {
  const end = Date.now() + ms;
  while (!check()) {
    if (Date.now() > end) throw new Error("it never came to hold");
    await pause(5);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
