import type { Ceiling } from "@jackfield/contract";

type Unit = Ceiling["unit"];

const grouped = new Intl.NumberFormat("en-US");
const byteSizes = [
  [1024 ** 3, "GB"],
  [1024 ** 2, "MB"],
  [1024, "KB"],
] as const;
const timeSizes = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
  [1, "ms"],
] as const;

/** A number with its unit, as people write it: `1 MB`, `30 s`, `16`, `600 a minute`. Sizes are binary: 1 KB is 1,024 bytes. */
export function amount(value: number, unit: Unit): string {
  if (value >= Number.MAX_SAFE_INTEGER) return "no limit";
  switch (unit) {
    case "bytes":
      return scaled(value, byteSizes, "bytes");
    case "ms":
      return scaled(value, timeSizes, "ms");
    case "count":
      return grouped.format(value);
    case "per minute":
      return `${grouped.format(value)} a minute`;
    case "levels":
      return `${grouped.format(value)} levels`;
    case "characters":
      return `${grouped.format(value)} characters`;
  }
}

function scaled(value: number, sizes: readonly (readonly [number, string])[], smallest: string): string {
  const size = value === 0 ? undefined : sizes.find(([each]) => value % each === 0);
  return size === undefined ? `${grouped.format(value)} ${smallest}` : `${grouped.format(value / size[0])} ${size[1]}`;
}

const suffixes: Readonly<Record<"bytes" | "ms", Readonly<Record<string, number>>>> = {
  bytes: {
    "": 1,
    b: 1,
    bytes: 1,
    k: 1024,
    kb: 1024,
    kib: 1024,
    m: 1024 ** 2,
    mb: 1024 ** 2,
    mib: 1024 ** 2,
    g: 1024 ** 3,
    gb: 1024 ** 3,
    gib: 1024 ** 3,
  },
  ms: { "": 1, ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 },
};

/** Reads what a person writes for a unit: `16MB`, `16 MB`, `90s`, `1.5h`, or the plain number. Undefined where it is not one. */
export function readAmount(text: string, unit: Unit): number | undefined {
  const parts = /^(\d[\d_,]*(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  if (parts === null) return undefined;
  const number = Number((parts[1] ?? "").replace(/[_,]/g, ""));
  const suffix = (parts[2] ?? "").toLowerCase();
  const scale = unit === "bytes" || unit === "ms" ? suffixes[unit][suffix] : suffix === "" ? 1 : undefined;
  if (scale === undefined) return undefined;
  const value = number * scale;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** How an amount of a unit may be written, for help and errors. */
export const amountForms = {
  bytes: "a size such as 512KB or 16MB",
  ms: "a time such as 500ms, 90s or 30min",
  count: "a whole number",
  "per minute": "a whole number",
  levels: "a whole number",
  characters: "a whole number",
} as const satisfies Record<Unit, string>;
