/** The numbers of `tabCeilings`, apart from their reasons: a page loads these alone. */
export const tabDefaults = {
  linksPerPage: 8,
  callsPerLink: 8,
  callDepth: 8,
  askMs: 600_000,
  silenceMs: 45_000,
  backoffLeastMs: 1_000,
  backoffMostMs: 30_000,
  requestMs: 30_000,
  graceMs: 10_000,
  waitSeconds: 90,
  activityKept: 200,
  noticesKept: 8,
  agentsKept: 32,
  nameCharacters: 64,
  seenTools: 256,
} as const;

export type TabLimits = { readonly [Name in keyof typeof tabDefaults]: number };

/** A page's limits. Options may lower one, never raise it. */
export function tabLimits(lower: Partial<TabLimits> = {}): TabLimits {
  const limits: Record<string, number> = { ...tabDefaults };
  for (const [name, value] of Object.entries(lower)) limits[name] = Math.min(value, limits[name] ?? value);
  return limits as TabLimits;
}
