import { cliCeilings } from "../ceilings.ts";

/** Asks whoever answers at an address whether it is a relay of ours, once: its version, or undefined where it is none or says nothing. */
export async function relayAt(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/health`, { redirect: "error", signal: AbortSignal.timeout(cliCeilings.healthMs.value) });
    const size = Number(answer.headers.get("content-length") ?? "NaN");
    // Others may answer with anything: a relay's answer is short, and says how long.
    if (!answer.ok || !(size <= cliCeilings.healthBytes.value)) {
      await answer.body?.cancel();
      return undefined;
    }
    const said: unknown = await answer.json();
    if (typeof said !== "object" || said === null || !("ok" in said && "version" in said && "uptime" in said)) return undefined;
    return typeof said.version === "string" && /^[\w.+-]{1,40}$/.test(said.version) ? said.version : undefined;
  } catch {
    return undefined;
  }
}
