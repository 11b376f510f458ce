import { type Host, type Outcome, faultOf, safeText, soon } from "@jackfield/contract";

/** One call, when it begins and when it has ended. */
export type Watched =
  | { readonly is: "begun"; readonly key: string; readonly client: string; readonly tool: string }
  | {
      readonly is: "ended";
      readonly key: string;
      readonly client: string;
      readonly tool: string;
      readonly how: "ok" | "failed" | "refused";
      readonly ms: number;
      readonly why: string | undefined;
    };

/** A host whose tool calls somebody watches. What is in them is not shown: only who called what, how it ended and how long it took. */
export function watchedHost(host: Host, watch: (event: Watched) => void): Host {
  return {
    ...host,
    info: host.info,
    instructions: host.instructions,
    has: host.has,
    call(call) {
      const { key } = call.caller;
      const from = performance.now();
      const about = { key, client: safeText(call.caller.client.name, 40), tool: safeText(call.tool, 64) };
      watch({ is: "begun", ...about });
      return soon(host.call(call), (outcome) => {
        watch({ is: "ended", ...about, ...endOf(outcome), ms: performance.now() - from });
        return outcome;
      });
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
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
  const { body } = outcome;
  const ends = [body.subarray(0, lookBytes), body.subarray(-lookBytes)];
  return ends.some((bytes) => Buffer.from(bytes).includes('"isError":true'));
}

const lookBytes = 64;
