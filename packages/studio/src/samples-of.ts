import type { Plan } from "./kernel/plan.ts";

/** The names of all recordings that a plan plays. */
export function samplesOf(plan: Plan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { clips, device } of plan.tracks) {
    for (const { sample } of clips) names.add(sample);
    if (device?.sample !== undefined) names.add(device.sample);
  }
  return names;
}
