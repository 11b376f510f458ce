import { shownOfError } from "./mcp-result.ts";
import { pause } from "./pause.ts";
import type { Shown, Step } from "./script.ts";

/** Request options of the SDK clients: progress is asked for and keeps a call alive past the SDK's own 60 s. */
export const patient = { timeout: 60_000, resetTimeoutOnProgress: true, onprogress: (): void => undefined };

/** After a call that changes the tools: time for the notice to arrive and for the client to list again, ms. */
const afterChange = 1500;

/** Makes steps one after the other with a client that calls tools directly. A call that throws was shown as an error. */
export async function stepByStep(
  steps: readonly Step[],
  call: (name: string, args: Record<string, unknown>) => Promise<Shown>,
): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const step of steps) {
    if ("fault" in step) await step.make();
    else {
      shown.push(await call(step.call, { ...step.args }).catch(shownOfError));
      if (step.call === "add_tool") await pause(afterChange);
    }
  }
  return shown;
}
