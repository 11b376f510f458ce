import type { Answer, AnyTool, Json } from "@jackfield/contract";
import type { Approval, ApprovalRequest, Approver } from "../approval/approver.ts";
import type { HostOptions } from "../options.ts";
import { handheld, toolOf } from "../test-host.ts";

/** What a client answers that lets the call run. */
export const yes: Answer = { action: "accept", content: { approve: true } };

/** Answers every question so. */
export const answering = (answer: Answer) => (): Promise<Record<string, Answer>> => Promise.resolve({ approve: answer });

/** A tool that counts its runs. */
export function counting(name: string, facts: Parameters<typeof toolOf>[1] = {}): { readonly tool: AnyTool; readonly ran: () => number } {
  let ran = 0;
  return {
    tool: toolOf(name, {
      effect: "destructive-write",
      run: (input: Json) => {
        ran += 1;
        return { is: "done", data: input };
      },
      ...facts,
    }),
    ran: () => ran,
  };
}

/** An approver that hands its requests to the test. */
export class HeldApprover implements Approver {
  readonly requests: {
    readonly request: ApprovalRequest;
    readonly signal: AbortSignal;
    readonly answer: (approval: Approval) => void;
    readonly fail: (reason: unknown) => void;
  }[] = [];

  ask(request: ApprovalRequest, signal: AbortSignal): Promise<Approval> {
    const held = handheld<Approval>();
    this.requests.push({ request, signal, answer: held.resolve, fail: held.reject });
    return held.promise;
  }

  /** The request the test is about. Throws when there is none. */
  get last(): (typeof this.requests)[number] {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error("the approver was not asked");
    return last;
  }

  allow(): void {
    const { request, answer } = this.last;
    answer({ id: request.id, digest: request.digest, allow: true });
  }
}

/** Options of a host that asks before what is destructive. */
export const ask = { policy: { ask: "destructive" } } as const satisfies Partial<HostOptions>;
