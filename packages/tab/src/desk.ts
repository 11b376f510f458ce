import {
  type Answer,
  type Client,
  Fault,
  type Json,
  type JsonObject,
  type LogLevel,
  type OwnOutcome,
  type Progress,
  type Question,
  type Run,
  effects,
  faults,
} from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { type CallEnd, ActivityLog } from "./activity.ts";
import { type Answered, type Approval, Approvals } from "./approvals.ts";
import { readArguments, shownArguments, shownEffect, shownText } from "./arguments.ts";
import { CallClock, unlessAborted } from "./clock.ts";
import type { Controls } from "./controls.ts";
import { isObject, textOf } from "./json-value.ts";
import { activityKept, askMs, callDepth, callsPerLink } from "./limits.ts";
import { type ReadyTool, outcomeOf, outcomeOfThrown } from "./tool.ts";

/** Where a call comes from, and what the person allows there. */
export interface Via {
  /** The link's name; undefined for an agent inside this browser. */
  readonly name: string | undefined;
  /** Read at each look: the person may change them while a call waits. */
  readonly controls: Controls;
}

/** One tool call, before anything was checked. */
export interface DeskCall {
  readonly via: Via;
  readonly tool: string;
  readonly input: Json;
  readonly client: Client;
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  /** Asks the client; `beforeEffects`: nothing has been done yet. Rejects with Fault `ask_unavailable`, `ask_expired` or `cancelled`. */
  ask(
    questions: Readonly<Record<string, Question>>,
    options?: { readonly beforeEffects?: boolean },
  ): Promise<Readonly<Record<string, Answer>>>;
  /** Says that the call goes on while the person is asked here: the relay's clock must not run out meanwhile. */
  alive(): void;
}

export interface DeskOptions {
  /** The activity or the approvals are not what they were. */
  changed(what: "activity" | "approvals"): void;
}

/**
 * Where every call of this page is decided, run and written down, whichever way it came. Guards first, then the person, then the guards
 * again (the person may have been away for ten minutes), then the tool with exactly the arguments that were shown.
 */
export class Desk {
  tools: ReadonlyMap<string, ReadyTool> = new Map();
  /** True while something in this page shows approvals. */
  showsApprovals: () => boolean = () => false;
  readonly activity: ActivityLog;
  readonly approvals: Approvals;
  readonly #running = new WeakMap<Via, number>();

  constructor(options: DeskOptions) {
    this.activity = new ActivityLog(activityKept, () => options.changed("activity"));
    this.approvals = new Approvals(askMs, () => options.changed("approvals"));
  }

  /** Runs one call. Never rejects. What the tool says after the call's signal ended reaches nobody. */
  async call(call: DeskCall, depth = 0): Promise<OwnOutcome> {
    const ready = this.tools.get(call.tool);
    const controller = new AbortController();
    const abort = (): void => controller.abort(call.signal.reason);
    const stop = (): void =>
      controller.abort(new Fault("denied", "The person stopped this call", { hint: "Ask them before you call again" }));
    const agent = call.client.name;
    const entry = this.activity.begin(
      { link: call.via.name, agent, tool: call.tool.slice(0, 64), title: ready?.tool.title ?? call.tool.slice(0, 64) },
      stop,
    );
    call.signal.addEventListener("abort", abort, { once: true });
    if (call.signal.aborted) abort();
    const clock = new CallClock(ready?.timeoutMs ?? 30_000, () => controller.abort(new Fault("timeout")));
    const running = this.#running.get(call.via) ?? 0;
    let isAsking = false;
    if (depth === 0) this.#running.set(call.via, running + 1);
    try {
      if (depth === 0 && running >= callsPerLink) throw new Fault("busy");
      if (depth > callDepth) throw new Fault("busy");
      const tool = this.#admit(call);
      const input = readArguments(tool, call.input);
      const asked = async <T>(wait: Promise<T>): Promise<T> => {
        isAsking = true;
        entry.waiting(true);
        const alive = setInterval(() => call.alive(), 8_000);
        try {
          const answer = await clock.hold(wait);
          isAsking = false;
          return answer;
        } finally {
          clearInterval(alive);
          entry.waiting(false);
        }
      };
      if (needsApproval(tool, call.via.controls)) {
        await asked(this.#approve(call, tool, input, controller.signal));
        if (this.#admit(call) !== tool) throw new Fault("tool_changed");
      }
      const run = this.#run(call, tool, controller.signal, clock, asked, depth);
      const outcome = outcomeOf(await unlessAborted(controller.signal, () => tool.tool.run(input, run)));
      entry.end(...endOf(outcome));
      return outcome;
    } catch (thrown) {
      const outcome = outcomeOfThrown(controller.signal.aborted ? controller.signal.reason : thrown);
      const stopped = controller.signal.aborted && !call.signal.aborted;
      entry.end(...endOf(outcome, stopped, `${agent} stopped waiting${isAsking ? " before you answered" : ""}`));
      return outcome;
    } finally {
      clock.end();
      call.signal.removeEventListener("abort", abort);
      if (depth === 0) this.#running.set(call.via, (this.#running.get(call.via) ?? 1) - 1);
      if (!controller.signal.aborted) controller.abort(new Fault("cancelled"));
    }
  }

  /** The tool, if this call may run as things are now. Throws the Fault that refuses it. */
  #admit(call: DeskCall): ReadyTool {
    if (call.signal.aborted) throw Fault.from(call.signal.reason);
    const { controls } = call.via;
    if (controls.expiresAt !== undefined && Date.now() >= controls.expiresAt) throw new Fault("denied", "This link has expired");
    if (controls.paused) throw new Fault("paused");
    const ready = this.tools.get(call.tool);
    if (ready === undefined) throw new Fault("tool_unknown");
    if (controls.readOnly && !effects[ready.tool.effect].readOnly) throw new Fault("read_only");
    if (ready.unseen) throw new Fault("tool_changed");
    return ready;
  }

  /** Rejects unless the person says yes to this call with these arguments: in the page, and only where it shows no approvals through the client. */
  async #approve(call: DeskCall, ready: ReadyTool, input: JsonObject, signal: AbortSignal): Promise<void> {
    const { name, title, effect } = ready.tool;
    const text = shownArguments(input);
    const says = shownEffect(ready, input, call.client);
    const stillSo = (): void => {
      if (shownEffect(ready, input, call.client) === says) return;
      throw new Fault("tool_changed", "What this call would do changed while the person looked at it", { hint: "Call again" });
    };
    if (this.showsApprovals()) {
      const { yes } = await this.#put("call", call, ready, { says, text, form: undefined }, signal);
      if (!yes) throw new Fault("denied");
      return stillSo();
    }
    // A client answers an elicitation, which need not be the person: never enough to publish something.
    if (!call.client.can.elicitForm || effect === "deploy") throw new Fault("ask_unavailable");
    const message = `Allow “${title}” (${name})? It ${effects[effect].meaning}.\n\n${says === undefined ? "" : `${says}\n\n`}${text}`;
    const params = { message, requestedSchema: { type: "object", properties: {} } };
    const answers = await unlessAborted(signal, () =>
      call.ask({ approve: { method: "elicitation/create", params } }, { beforeEffects: true }),
    );
    if (answers["approve"]?.["action"] !== "accept") throw new Fault("denied");
    stillSo();
  }

  #run(
    call: DeskCall,
    ready: ReadyTool,
    signal: AbortSignal,
    clock: CallClock,
    asked: <T>(wait: Promise<T>) => Promise<T>,
    depth: number,
  ): Run {
    const live = (): boolean => !signal.aborted;
    return {
      signal,
      client: call.client,
      now: Date.now,
      progress: (progress) => {
        clock.restart();
        if (live()) call.progress(progress);
      },
      log: (level, data, logger) => {
        if (live()) call.log(level, data, logger);
      },
      ask: (questions) => asked(unlessAborted(signal, () => this.#ask(call, ready, questions, signal))),
      call: (name, input) => clock.hold(this.call({ ...call, tool: name, input, signal }, depth + 1)),
    };
  }

  /** A tool's own questions: to the client where it can take them all, else forms to the person in the page. */
  async #ask(
    call: DeskCall,
    ready: ReadyTool,
    questions: Readonly<Record<string, Question>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, Answer>>> {
    const list = Object.entries(questions);
    if (list.every(([, question]) => clientCan(call.client, question))) return call.ask(questions);
    if (!this.showsApprovals() || !list.every(([, question]) => isForm(question))) throw new Fault("ask_unavailable");
    const answers: Record<string, Answer> = {};
    for (const [key, { params }] of list) {
      const form = params["requestedSchema"];
      const shown = { says: undefined, text: shownText(textOf(params["message"])), form: isObject(form) ? form : undefined };
      const answer = await this.#put("question", call, ready, shown, signal);
      answers[key] = answer.yes ? { action: "accept", content: answer.values ?? {} } : { action: "decline" };
    }
    return answers;
  }

  #put(
    kind: Approval["kind"],
    call: DeskCall,
    { tool }: ReadyTool,
    shown: Pick<Approval, "says" | "text" | "form">,
    signal: AbortSignal,
  ): Promise<Answered> {
    const { name, title, effect } = tool;
    const asker = { link: call.via.name, agent: call.client.name };
    return this.approvals.ask({ kind, ...asker, tool: name, title, effect, ...shown }, signal);
  }
}

/** Does the person have to say yes to this tool on a link with these controls? */
function needsApproval(ready: ReadyTool, controls: Controls): boolean {
  return ready.tool.confirm === true || (controls.ask && effects[ready.tool.effect].destructive);
}

function clientCan(client: Client, question: Question): boolean {
  switch (question.method) {
    case "elicitation/create":
      return question.params["mode"] === "url" ? client.can.elicitUrl : client.can.elicitForm;
    case "sampling/createMessage":
      return client.can.sampling;
    case "roots/list":
      return client.can.roots;
  }
}

function isForm(question: Question): boolean {
  return question.method === "elicitation/create" && question.params["mode"] !== "url";
}

/** How an outcome looks in the person's list. `stopped`: they ended it themselves. `gaveUp`: what to say where the client did. */
function endOf(outcome: OwnOutcome, stopped = false, gaveUp?: string): [CallEnd, string?] {
  if (outcome.is === "raw") return [isObject(outcome.result) && outcome.result["isError"] === true ? "failed" : "done"];
  if (outcome.is !== "fault") return [outcome.is === "done" && outcome.failed === true ? "failed" : "done"];
  const { code, message } = outcome.fault;
  if (stopped && code === "denied") return ["stopped"];
  if (code === "cancelled") return ["cancelled", message === faults.cancelled.message ? (gaveUp ?? message) : cleanText(message, 200)];
  return [faults[code].whose === "person" ? "refused" : "failed", cleanText(message, 200)];
}
