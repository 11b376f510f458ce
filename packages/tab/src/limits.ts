// The numbers of `tabCeilings`, apart from their reasons: a page loads these alone.

export const linksPerPage = 8;
export const callsPerLink = 8;
export const callDepth = 8;
export const askMs = 600_000;
export const silenceMs = 45_000;
export const backoffLeastMs = 1_000;
export const backoffMostMs = 30_000;
export const backoffLocalMs = 3_000;
export const requestMs = 30_000;
export const graceMs = 10_000;
export const waitSeconds = 90;
export const activityKept = 200;
export const agentsKept = 32;
export const nameCharacters = 64;
export const seenTools = 256;
