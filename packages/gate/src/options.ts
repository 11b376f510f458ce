import type { Caller, Fault, Host, Principal, Prompt, ToolInfo } from "@jackfield/contract";
import type { Approver } from "./approval/approver.ts";
import type { GateLimits } from "./ceilings.ts";
import type { Policy } from "./policy.ts";
import type { Ports } from "./ports.ts";

/** What the person has set, asked anew for each call and again after each wait for an answer. */
export interface Controls {
  /** Nothing runs: not even reads. */
  paused?(caller: Caller): boolean;
  /** Only tools that change nothing run. */
  readOnly?(caller: Caller): boolean;
}

/** What a principal may know of. What is not seen cannot be called either, and is answered as if it were not there. */
export interface Sight {
  tool?(tool: ToolInfo, who: Principal): boolean;
  resource?(uri: string, who: Principal): boolean;
  prompt?(prompt: Omit<Prompt, "get">, who: Principal): boolean;
}

export interface HostOptions {
  readonly ports: Ports;
  /** There is no default: whoever opens a door decides what asks first. */
  readonly policy: Policy;
  readonly controls?: Controls;
  readonly sight?: Sight;
  /** Asked where the client cannot be, or where its answer does not count. */
  readonly approver?: Approver;
  /** How the host calls itself. Default: the first toolset. */
  readonly info?: Host["info"];
  readonly limits?: Partial<GateLimits>;
  /** Told of each fault that is nobody's outside (`internal`, `tool_failed`), for our own log. What it throws is dropped. */
  onFault?(fault: Fault, call: { readonly key: string; readonly kind: string; readonly name: string }): void;
}
