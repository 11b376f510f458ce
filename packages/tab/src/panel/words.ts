import type { Effect } from "@jackfield/contract";
import type { LinkState } from "../link.ts";

/** What a tool does, as a mark beside its name. */
export const effectWords: Readonly<Record<Effect, { readonly word: string; readonly strong: boolean }>> = {
  read: { word: "reads", strong: false },
  "external-read": { word: "reads elsewhere", strong: false },
  write: { word: "changes", strong: false },
  interact: { word: "talks to you", strong: false },
  "destructive-write": { word: "can overwrite", strong: true },
  "external-write": { word: "acts elsewhere", strong: true },
  execute: { word: "runs code", strong: true },
  deploy: { word: "publishes", strong: true },
};

/** A link's state as a word and a sentence. */
export function stateWords(state: LinkState, agents: readonly string[], paused: boolean, now: number): string {
  switch (state.is) {
    case "off":
      return "Off";
    case "expired":
      return "Ended";
    case "refused":
      return "Refused by the relay";
    case "displaced":
      return "In another tab";
    case "connecting":
      return state.retryAt === undefined || state.retryAt <= now
        ? "Connecting"
        : `Trying again in ${Math.ceil((state.retryAt - now) / 1000)} s`;
    case "ready":
      if (paused) return "Paused";
      return agents.length === 0 ? "Ready, waiting for a client" : `${listed(agents)} connected`;
  }
}

/** Names as one phrase. */
export function listed(names: readonly string[]): string {
  return names.length <= 2 ? names.join(" and ") : `${names[0]} and ${names.length - 1} more`;
}

/** A stretch of time in the largest unit that says enough. */
export function span(ms: number): string {
  const seconds = ms / 1000;
  if (ms < 950) return `${Math.round(ms)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 100) return `${Math.round(minutes)} min`;
  return minutes < 60 * 48 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

/** A connector URL without the part that opens it. */
export function masked(url: string): string {
  return url.replace(/\/s\/[^/]+\/mcp[^']*/, "/s/••••••••/mcp");
}
