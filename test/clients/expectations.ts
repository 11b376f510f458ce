/**
 * What each client is expected to do. Everything works, but for what a client itself cannot: then it says so here, with the reason, and the
 * wire log must still show that we answered right. A cell that works against expectation fails too: the table has to tell the truth.
 */
export type Expected = "works" | { readonly cannot: string };

const noReinitialize = { cannot: "its transport reports 404 to the caller and does not initialize again" } as const;
const sixtySeconds = { cannot: "its command line gives every call 60 s and asks for no progress" } as const;
const noFollow = { cannot: "it does not read the list again within a run" } as const;

/** Exceptions by client and behaviour; all else works. */
const exceptions: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  "SDK 1.32.2": { "killed sessions": noReinitialize, "restarted relay": noReinitialize },
  "SDK 2.4.0 legacy": { "killed sessions": noReinitialize, "restarted relay": noReinitialize },
  "Inspector 2.12.0 legacy": { "80 s call": sixtySeconds },
  "Inspector 2.12.0 auto": { "80 s call": sixtySeconds },
  "Inspector 2.12.0 modern": { "80 s call": sixtySeconds },
  "Codex 0.171.0": { "list changed": noFollow },
};

export function expected(client: string, behaviour: string): Expected {
  return exceptions[client]?.[behaviour] ?? "works";
}
