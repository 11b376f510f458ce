import type { AnyTool, Outcome, Principal, Prompt, Soon, ToolCall } from "@jackfield/contract";
import type { Approvals } from "./approval/approvals.ts";
import type { AnyCall } from "./call.ts";
import type { GateLimits } from "./ceilings.ts";
import type { HostOptions } from "./options.ts";
import type { OpenedToolset } from "./open-toolsets.ts";
import type { Places } from "./places.ts";
import type { StuckRuns } from "./run/stuck-runs.ts";

/** What the guards of one host share. Made by `createHost`; nothing outside the gate sees it. */
export interface Gate extends Pick<HostOptions, "ports" | "policy"> {
  readonly approver: HostOptions["approver"] | undefined;
  readonly limits: GateLimits;
  readonly toolsets: readonly OpenedToolset[];
  readonly controls: NonNullable<HostOptions["controls"]>;
  readonly sight: NonNullable<HostOptions["sight"]>;
  readonly places: Places;
  readonly stuck: StuckRuns;
  readonly approvals: Approvals;
  /** A tool among those that this principal sees. */
  tool(name: string, who: Principal): AnyTool | undefined;
  prompt(name: string, who: Principal): Prompt | undefined;
  /** A call from inside another: through every guard again. */
  nested(call: ToolCall, inside: AnyCall): Soon<Outcome>;
}
