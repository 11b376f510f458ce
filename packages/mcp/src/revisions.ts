/** How a revision of MCP behaves on the wire. Nothing else in the product branches on dates. */
export interface Revision {
  readonly era: "session" | "stateless";
  /** JSON-RPC batches may be received. */
  readonly batch: boolean;
  /** A stream may begin with an empty event and be taken up again (SEP-1699). Older clients choke on the empty data. */
  readonly resumes: boolean;
}

/** Every revision that is served, oldest first. */
export const revisions: Readonly<Record<string, Revision>> = {
  "2024-11-05": { era: "session", batch: true, resumes: false },
  "2025-03-26": { era: "session", batch: true, resumes: false },
  "2025-06-18": { era: "session", batch: false, resumes: false },
  "2025-11-25": { era: "session", batch: false, resumes: true },
  "2026-07-28": { era: "stateless", batch: false, resumes: false },
};

/** What `initialize` is answered with when the client asks for a revision that is not served. */
export const fallbackRevision = "2025-11-25";

/** The revisions without sessions, as `server/discover` and error -32022 name them. */
export const statelessRevisions: readonly string[] = Object.keys(revisions).filter((name) => revisions[name]?.era === "stateless");

/** The session revision that `initialize` agrees on. */
export function negotiate(asked: unknown): string {
  return typeof asked === "string" && revisions[asked]?.era === "session" ? asked : fallbackRevision;
}

/** Whether messages of a session at this revision may come in a batch. */
export function takesBatches(revision: string): boolean {
  return revisions[revision]?.batch ?? false;
}

/** Whether a client of this revision can take a dropped stream up again. */
export function takesResumption(revision: string): boolean {
  return revisions[revision]?.resumes ?? false;
}

/** Whether this names a stateless revision that is served. */
export function isStateless(revision: string): boolean {
  return revisions[revision]?.era === "stateless";
}
