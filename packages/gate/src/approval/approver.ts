import type { Effect, Principal } from "@jackfield/contract";

/** What a person is shown, and what their answer is bound to. All text is cut, with nothing hidden in it; none of it is the model's prose. */
export interface ApprovalRequest {
  readonly id: string;
  /** SHA-256 of the resolved call: tool, arguments, who, where. */
  readonly digest: string;
  readonly tool: { readonly name: string; readonly title: string; readonly effect: Effect };
  /** A line for each argument: its name and its value as JSON. Says itself how much is not shown. */
  readonly lines: readonly string[];
  readonly principal: Principal;
  readonly scope: string;
  readonly door: string;
  /** As the client calls itself: display only. */
  readonly client: string;
  /** Milliseconds since the epoch: an answer after this is a no. */
  readonly expires: number;
}

/** An answer. Whoever gives it hands back the id and digest of what was shown, so that no answer can be used for another call. */
export interface Approval {
  readonly id: string;
  readonly digest: string;
  readonly allow: boolean;
}

/**
 * Another way to the person than the calling client: a page of theirs, an inbox, a terminal. No toolset may be able to reach it.
 * Rejecting is a no; Fault `ask_unavailable` says that nobody can be asked there. The signal ends when the answer no longer matters.
 */
export interface Approver {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<Approval>;
}
