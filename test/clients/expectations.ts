/**
 * What each client is expected to do. Everything works, but for what a client itself cannot: then it says so here, with the reason, and the
 * wire log must still show that we answered right. A cell that works against expectation fails too, and so does one that fails for another
 * reason: the table has to tell the truth. `shows` is how the client's own limit looks.
 */
export type Expected = "works" | { readonly cannot: string; readonly shows: RegExp };

const noReinitialize = {
  cannot: "its transport reports 404 to the caller and does not initialize again",
  shows: /"code":-32001,"message":"The session is not known here/,
} as const;
const sixtySeconds = {
  cannot: "its command line gives every call 60 s and asks for no progress",
  shows: /Request timed out after 1m00s \(tools\/call\)/,
} as const;
const noFollow = { cannot: "it does not read the list again within a run", shows: /"unsupported call: extra_/ } as const;

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
