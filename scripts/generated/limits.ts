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

/** Entries that have limits: rooms that hold buffers, queues or waits must, and are looked for here. */
export const limitedEntries = [
  "contract/schema",
  "wire",
  "files",
  "mcp",
  "mcp/node",
  "gate",
  "upstream",
  "doors",
  "doctor",
  "relay",
  "tab",
  "studio",
  "studio/node",
  "cli",
] as const;

const cannot = "Cannot write docs/limits.md:";
const intro = `# Limits

Every number that bounds something, by room. Options may set a limit lower, or higher up to *at most*; what asks for more is clamped and
said so. *Before a key* marks limits that hold before anyone has shown a secret or token: they are the strictest.
`;

/** Names of the ceilings tables that stand in the sources, wherever they are: what no entry exports would go unlisted. */
export function declaredTables(sources: Iterable<string>): string[] {
  return [...sources].flatMap((source) => [...source.matchAll(/^export const (\w+Ceilings)\b/gm)].map((match) => match[1] ?? ""));
}

/** Reads every export whose name ends in "Ceilings" from an entry. */
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

/**
 * docs/limits.md, from the ceilings tables of every entry. Throws where an entry that must have limits has none, or where a table that
 * is `declared` in a source is exported by no entry.
 */
export function limitsDocument(
  tables: readonly LimitTable[],
  entries: readonly string[] = limitedEntries,
  declared: readonly string[] = [],
): Document {
  const without = entries.filter((entry) => !tables.some((table) => table.room === entry && Object.keys(table.ceilings).length > 0));
  if (without.length > 0) throw new Error(`${cannot} no limits found in ${without.join(", ")}. Export a table named …Ceilings there`);
  const unseen = declared.filter((name) => !tables.some((table) => table.name === name));
  if (unseen.length > 0) throw new Error(`${cannot} ${unseen.join(", ")} is exported by none of ${entries.join(", ")}`);
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
