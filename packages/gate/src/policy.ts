import { type Effect, effects, Fault, type ToolInfo } from "@jackfield/contract";

/** Which calls wait for the person's yes, and whose yes counts. */
export interface Policy {
  /**
   * Which effects ask: `none`; `destructive`, those that can delete, overwrite, send, run code or publish; `writes`, all that change anything.
   * A tool with `confirm` asks whatever stands here.
   */
  readonly ask: "none" | "destructive" | "writes";
  /**
   * Effects for which an answered elicitation counts: it proves that a client answered, not that a person did. Default: all but `deploy`, which
   * is never allowed to be among them. The others need an Approver.
   */
  readonly elicitationCounts?: readonly Exclude<Effect, "deploy">[];
}

/** Does this call wait for a yes? An effect unknown here counts as the worst. */
export function asksFirst(tool: Pick<ToolInfo, "effect" | "confirm">, policy: Policy): boolean {
  if (tool.confirm === true) return true;
  switch (policy.ask) {
    case "none":
      return false;
    case "destructive":
      return effects[tool.effect].destructive;
    case "writes":
      return !effects[tool.effect].readOnly;
  }
}

export function elicitationCounts(tool: Pick<ToolInfo, "effect">, policy: Policy): boolean {
  if (tool.effect === "deploy") return false;
  return policy.elicitationCounts === undefined || policy.elicitationCounts.includes(tool.effect);
}

/** Throws Fault `config` for a policy that the types would not have let through. */
export function checkPolicy(policy: Policy): void {
  const counts: readonly string[] = policy.elicitationCounts ?? [];
  if (counts.includes("deploy"))
    throw new Fault("config", 'Cannot let an elicitation approve effect "deploy"', {
      hint: "Take deploy out of elicitationCounts and pass an approver",
    });
  if (!["none", "destructive", "writes"].includes(policy.ask))
    throw new Fault("config", `Cannot use policy.ask "${String(policy.ask)}"`, { hint: "Use none, destructive or writes" });
}
