import { list, text, toggle, type Option } from "../config.ts";
import { readAmount } from "../amount.ts";
import { headerOptions } from "../headers.ts";

/** What `share` and `serve` have in common: which server, and what of it may be used. */
export const serverOptions = {
  config: text(
    "FILE",
    "serve every server of a file with mcpServers, as AI clients keep them; each server's name stands before its tools' names",
  ),
  ...headerOptions,
  readOnly: toggle("only tools that say of themselves that they change nothing"),
  allow: list("TOOL", "only this tool, and others that are named so"),
  deny: list("TOOL", "not this tool"),
  roots: toggle("let clients name roots: many servers take those for the folders they may work in"),
  callTimeout: time("TIME", 120_000, "how long a call may take without progress"),
} as const;

/** A span of time. */
export function time(takes: string, initial: number, about: string): Option<number>;
export function time(takes: string, initial: undefined, about: string): Option<number | undefined>;
export function time(takes: string, initial: number | undefined, about: string): Option<number | undefined> {
  return {
    takes,
    initial,
    many: false,
    shows: initial === undefined ? undefined : `${initial / 1000} s`,
    about,
    read(values) {
      const value = readAmount(values.at(-1) ?? "", "ms");
      return value === undefined || value <= 0 ? { problem: "it must be a time, such as 90s, 30min or 8h" } : { value };
    },
  };
}
