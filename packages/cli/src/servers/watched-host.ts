import { type Caller, type Host, type Outcome, type Progress, faultOf, safeText, soon } from "@jackfield/contract";

/** One call: when it begins, what its tool says of how far it is, and when it has ended. All texts in it may be shown. */
export type Watched =
  | { readonly is: "begun"; readonly key: string; readonly client: string; readonly mark: string; readonly tool: string }
  | { readonly is: "progress"; readonly key: string; readonly text: string }
  | {
      readonly is: "ended";
      readonly key: string;
      readonly client: string;
      readonly tool: string;
      readonly how: "ok" | "failed" | "refused";
      readonly ms: number;
      readonly why: string | undefined;
    };

/**
 * A host whose tool calls somebody watches. What is in them is not shown: only who called what, how it ended and how long it took; with `progress` also
 * what its tool says meanwhile.
 */
export function watchedHost(host: Host, watch: (event: Watched) => void, options: { readonly progress?: boolean } = {}): Host {
  return {
    ...host,
    info: host.info,
    instructions: host.instructions,
    has: host.has,
    call(call) {
      const { key, client, mark } = call.caller;
      const from = performance.now();
      const about = { key, client: safeText(client.name, 40), tool: safeText(call.tool, 64) };
      watch({ is: "begun", mark, ...about });
      const caller =
        options.progress === true
          ? new WatchedCaller(call.caller, (progress) => watch({ is: "progress", key, text: progressText(progress) }))
          : call.caller;
      return soon(host.call({ ...call, caller }), (outcome) => {
        watch({ is: "ended", ...about, ...endOf(outcome), ms: performance.now() - from });
        return outcome;
      });
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** A caller whose progress somebody else hears too. */
class WatchedCaller implements Caller {
  readonly key: string;
  readonly principal: Caller["principal"];
  readonly client: Caller["client"];
  readonly door: string;
  readonly scope: string;
  readonly mark: string;
  readonly ending: Caller["ending"];
  readonly #caller: Caller;
  readonly #heard: (progress: Progress) => void;

  constructor(caller: Caller, heard: (progress: Progress) => void) {
    this.key = caller.key;
    this.principal = caller.principal;
    this.client = caller.client;
    this.door = caller.door;
    this.scope = caller.scope;
    this.mark = caller.mark;
    this.ending = caller.ending;
    this.#caller = caller;
    this.#heard = heard;
  }

  progress(progress: Progress): void {
    this.#heard(progress);
    this.#caller.progress(progress);
  }

  log(...said: Parameters<Caller["log"]>): void {
    this.#caller.log(...said);
  }

  ask(...asked: Parameters<Caller["ask"]>): ReturnType<Caller["ask"]> {
    return this.#caller.ask(...asked);
  }
}

function progressText({ progress, total, message }: Progress): string {
  const far = total === undefined ? String(progress) : `${progress}/${total}`;
  return safeText(message === undefined ? far : `${far} ${message}`, 160);
}

function endOf(outcome: Outcome): { readonly how: "ok" | "failed" | "refused"; readonly why: string | undefined } {
  if (outcome.is === "fault")
    return { how: faultOf(outcome) === undefined ? "failed" : "refused", why: safeText(outcome.fault.message, 120) };
  if (outcome.is === "done") return { how: outcome.failed === true ? "failed" : "ok", why: undefined };
  return { how: isError(outcome) ? "failed" : "ok", why: undefined };
}

/** A short look at the end of a foreign result: servers write `isError` last or first. */
function isError(outcome: Extract<Outcome, { is: "raw" | "passthrough" }>): boolean {
  if (outcome.is === "raw")
    return (
      typeof outcome.result === "object" && outcome.result !== null && "isError" in outcome.result && outcome.result["isError"] === true
    );
  const pieces = outcome.pieces ?? [outcome.body];
  // Of the last piece there may be one byte.
  const ends = [
    pieces.slice(0, 1).map((piece) => piece.subarray(0, lookBytes)),
    pieces.slice(-2).map((piece) => piece.subarray(-lookBytes)),
  ];
  return ends.some((end) => Buffer.concat(end).includes('"isError":true'));
}

const lookBytes = 64;
