import { randomBytes } from "node:crypto";
import {
  annotationsOf,
  type Answer,
  type Caller,
  Ender,
  Fault,
  faultOf,
  faultWire,
  type Host,
  isPassthrough,
  type JsonObject,
  resultOf,
  parsedOutcome,
} from "@jackfield/contract";
import { type Answers, type CallOptions, type Reach, type Seen, seenResult, seenText, seenThrown } from "./reach.ts";

/** No door at all: the host itself, asked as a door asks it. What every door is held against. */
export function reachDirect(host: Host, answers: Answers): Reach {
  const principal = { kind: "local", id: "direct", scopes: [] } as const;
  const callerOf = ({ signal, progress }: CallOptions = {}): Caller => ({
    key: randomBytes(8).toString("hex"),
    principal,
    client: {
      name: "matrix",
      version: "1",
      revision: "2025-11-25",
      can: { elicitForm: answers !== undefined, elicitUrl: false, sampling: false, roots: false },
    },
    door: "direct",
    scope: "direct",
    mark: "matrix",
    ending: endingOf(signal),
    progress: (report) => progress?.(report.progress),
    log: () => undefined,
    ask: async (questions) => {
      const { approve } = questions;
      const message = approve?.params["message"];
      if (answers === undefined)
        throw new Fault("capability_missing", undefined, { data: { requiredCapabilities: { elicitation: { form: {} } } } });
      if (typeof message !== "string") throw new Fault("ask_unavailable");
      const answer: Answer = { ...(await answers(message)) };
      return { approve: answer };
    },
  });
  const seen = (work: Promise<Seen>): Promise<Seen> =>
    work.catch((thrown: unknown): Seen => (Fault.is(thrown) ? { is: "error", code: faultWire[thrown.code].code } : seenThrown(thrown)));

  return {
    tools: () => Promise.resolve(host.tools(principal).map((tool) => ({ name: tool.name, annotations: { ...annotationsOf(tool) } }))),
    call: (tool, args = {}, options = {}) =>
      seen(
        (async () => {
          const outcome = await host.call({ caller: callerOf(options), tool, input: args, raw: () => bytesOf(args) });
          const fault = faultOf(outcome);
          if (fault !== undefined) throw fault;
          return seenResult(resultOf(parsedOutcome(outcome), host.tool(tool, principal) ?? {}));
        })(),
      ),
    read: (uri) => seen(host.read(uri, callerOf()).then((read) => seenText(isPassthrough(read) ? "" : (read[0]?.text ?? "")))),
    prompt: (name, args) =>
      seen(host.prompt(name, args, callerOf()).then((answer) => seenText(isPassthrough(answer) ? "" : JSON.stringify(answer.messages)))),
    complete: (prompt, argument, value) =>
      seen(
        host
          .complete({ type: "ref/prompt", name: prompt }, { name: argument, value }, {}, callerOf())
          .then(({ values }) => seenText(values.join())),
      ),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function endingOf(signal: AbortSignal | undefined): Ender {
  const ender = new Ender();
  signal?.addEventListener("abort", () => ender.end(new Fault("cancelled")), { once: true });
  return ender;
}

function bytesOf(args: JsonObject): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(args));
  } catch {
    // Nested beyond the stack: a door has the client's bytes, and this must not get as far as anyone looking at them.
    return new Uint8Array();
  }
}
