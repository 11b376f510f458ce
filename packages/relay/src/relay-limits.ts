import { applyCeilings } from "@jackfield/contract";
import { type RelayLimits, relayCeilings } from "./ceilings.ts";

/**
 * The numbers after options. Some depend on others: whoever raises a message raises with it what holds two of them. `clamped` names options
 * that were above their maximum.
 */
export function relayLimits(options: Partial<RelayLimits>): { readonly limits: RelayLimits; readonly clamped: readonly string[] } {
  const { limits, clamped } = applyCeilings(relayCeilings, options);
  const unreadBytes = Math.max(limits.unreadBytes, options.unreadBytes === undefined ? 2 * limits.messageBytes : 0);
  return {
    limits: {
      ...limits,
      unreadBytes,
      unreadBytesAll: Math.max(limits.unreadBytesAll, options.unreadBytesAll === undefined ? unreadBytes : 0),
      heldBytes: Math.max(limits.heldBytes, options.heldBytes === undefined ? 3 * limits.messageBytes : 0),
    },
    clamped,
  };
}
