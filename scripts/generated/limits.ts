import { amount } from "@jackfield/cli";
import type { Ceiling, Ceilings } from "@jackfield/contract";
import { type Document, generatedBy, row } from "./document.ts";

/** A room's limits as its package exports them. */
export interface LimitTable {
  readonly room: string;
  /** The export's name: `relayCeilings`. */
  readonly name: string;
  readonly ceilings: Ceilings;
}

/** Rooms that hold buffers, queues or waits, and so must have limits. */
export const limitedRooms = ["wire", "mcp", "gate", "doors", "relay", "tab"] as const;

const intro = `# Limits

Every number that bounds something, by room. Options may set a limit lower, or higher up to *at most*; what asks for more is clamped and
said so. *Before a key* marks limits that hold before anyone has shown a secret or token: they are the strictest.
`;

/** Reads every export whose name ends in "Ceilings" from a room's entry. */
export async function readLimits(room: string, load: (specifier: string) => Promise<object>): Promise<LimitTable[]> {
  const exports = await load(`@jackfield/${room}`);
  return Object.entries(exports)
    .filter(([name]) => name.endsWith("Ceilings"))
    .filter((entry): entry is [string, Ceilings] => isCeilings(entry[1]))
    .map(([name, ceilings]) => ({ room, name, ceilings }));
}

function isCeilings(value: unknown): value is Ceilings {
  return typeof value === "object" && value !== null && Object.values(value).every(isCeiling);
}

function isCeiling(value: unknown): value is Ceiling {
  return typeof value === "object" && value !== null && ["value", "most", "unit", "why", "whenHit"].every((key) => key in value);
}

/** docs/limits.md, from the ceilings tables of every room. Throws where a room that must have limits has none. */
export function limitsDocument(tables: readonly LimitTable[], rooms: readonly string[] = limitedRooms): Document {
  const without = rooms.filter((room) => !tables.some((table) => table.room === room && Object.keys(table.ceilings).length > 0));
  if (without.length > 0)
    throw new Error(
      `Cannot write docs/limits.md: no limits found in ${without.join(", ")}. Export a table named …Ceilings from the package's index.ts`,
    );
  const sections = tables.map((table) => section(table));
  return {
    path: "docs/limits.md",
    from: tables.map((table) => `${table.room}: ${table.name}, ${Object.keys(table.ceilings).length} limits`),
    text: [generatedBy("the …Ceilings tables of the packages"), intro, ...sections].join("\n"),
  };
}

function section(table: LimitTable): string {
  const rows = Object.entries(table.ceilings).map(([name, ceiling]) =>
    row(
      `\`${name}\``,
      amount(ceiling.value, ceiling.unit),
      amount(ceiling.most, ceiling.unit),
      ceiling.beforeKey === true ? "yes" : "",
      ceiling.why,
      ceiling.whenHit,
    ),
  );
  return [
    `## ${table.room}: \`${table.name}\``,
    "",
    row("limit", "default", "at most", "before a key", "why", "when hit"),
    row("---", "---", "---", "---", "---", "---"),
    ...rows,
    "",
  ].join("\n");
}
