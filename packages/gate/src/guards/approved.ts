import { effects, Fault, type Outcome, type Soon } from "@jackfield/contract";
import type { Approval } from "../approval/approver.ts";
import type { ApprovalRecord } from "../approval/approvals.ts";
import { callDigest } from "../approval/call-digest.ts";
import { approvalQuestion, saysYes, shownArguments } from "../approval/shown-call.ts";
import type { ToolRun } from "../call.ts";
import type { Gate } from "../gate.ts";
import { asksFirst, elicitationCounts } from "../policy.ts";
import { checkPaused } from "./paused.ts";
import { checkReadOnly } from "./read-only.ts";

/**
 * Waits for the person's yes where the policy or the tool asks for one. The yes is for this call alone: it is bound to a digest of what is going to
 * run, and spent just before it does. After the wait everything that could have changed is looked at again. No answer is a no.
 */
export function approved(call: ToolRun, next: (call: ToolRun) => Soon<Outcome>, gate: Gate): Soon<Outcome> {
  return asksFirst(call.tool, gate.policy) ? onceAllowed(call, next, gate) : next(call);
}

async function onceAllowed(call: ToolRun, next: (call: ToolRun) => Soon<Outcome>, gate: Gate): Promise<Outcome> {
  const { life } = call;
  const record: ApprovalRecord = {
    id: gate.ports.mint(),
    digest: await callDigest(call, gate.ports),
    expires: gate.ports.now() + gate.limits.askMs,
  };
  gate.approvals.open(record);
  try {
    const answer = await life.waiting(() => answerTo(record, call, gate));
    // Whatever a port hands back: only a plain yes is one.
    if (answer.allow !== true) throw new Fault("denied");

    life.check();
    const tool = gate.tool(call.name, call.caller.principal);
    if (tool === undefined) throw new Fault("tool_changed", "The tool went away while the person was asked");
    const current: ToolRun = { ...call, tool };
    checkPaused(current, gate);
    checkReadOnly(current, gate);
    const digest = await callDigest(current, gate.ports);
    life.check();

    // From here to the tool's first line nothing waits.
    if (answer.id !== record.id || answer.digest !== record.digest) throw new Fault("denied", "The answer was to another question");
    if (digest !== record.digest) throw new Fault("tool_changed", "The call changed while the person was asked");
    if (!gate.approvals.spend(record.id, digest, gate.ports.now())) throw new Fault("ask_expired");
    return next(current);
  } finally {
    gate.approvals.drop(record.id);
  }
}

/** The calling client where it can be asked and its answer counts, else the approver. */
async function answerTo(record: ApprovalRecord, call: ToolRun, gate: Gate): Promise<Approval> {
  const { approver, policy } = gate;
  const { client } = call.caller;
  if (client.can.elicitForm && elicitationCounts(call.tool, policy)) {
    try {
      return await elicited(record, call, gate);
    } catch (thrown) {
      // The client said it can and then could not: the person may still be reached another way.
      if (approver === undefined || !Fault.is(thrown) || thrown.code !== "ask_unavailable") throw thrown;
    }
  }
  if (approver === undefined) throw unavailable(call);
  return fromApprover(record, call, gate);
}

async function elicited(record: ApprovalRecord, { caller, life, depth, ...rest }: ToolRun, gate: Gate): Promise<Approval> {
  const question = approvalQuestion({ caller, life, depth, ...rest }, shownArguments(rest.value));
  // Inside another call something may have been done: then a lost question must not be asked by running it all again.
  const asked = caller.ask({ approve: question }, { beforeEffects: depth === 0, prefill: false });
  const answers = await life.race(asked, { withinMs: gate.limits.askMs, late: () => new Fault("ask_expired") });
  return { id: record.id, digest: record.digest, allow: saysYes(answers["approve"]) };
}

async function fromApprover({ id, digest, expires }: ApprovalRecord, call: ToolRun, gate: Gate): Promise<Approval> {
  const { tool, caller, life, value } = call;
  if (gate.approver === undefined) throw unavailable(call);
  const done = new AbortController();
  const asked = gate.approver.ask(
    {
      id,
      digest,
      tool: { name: tool.name, title: tool.title, effect: tool.effect },
      lines: shownArguments(value),
      principal: caller.principal,
      scope: caller.scope,
      door: caller.door,
      client: caller.client.name,
      expires,
    },
    done.signal,
  );
  try {
    return await life.race(asked, { withinMs: gate.limits.askMs, late: () => new Fault("ask_expired") });
  } catch (thrown) {
    if (Fault.is(thrown)) throw thrown;
    throw new Fault("ask_unavailable", undefined, { internal: "The approver failed", cause: thrown });
  } finally {
    done.abort();
  }
}

function unavailable({ tool, caller }: ToolRun): Fault {
  if (!caller.client.can.elicitForm) return new Fault("ask_unavailable");
  return new Fault("ask_unavailable", `This client's answer does not count for a tool that ${effects[tool.effect].meaning}`, {
    hint: "Ask the person to open the page, where they can be asked",
  });
}
