import { createHash } from "node:crypto";
import { type Plan, type Renderer, renderHere } from "@jackfield/studio";
import type { StudioHosts } from "./hosts.ts";

/** SHA-256 of all of a plan's left channel, then its right, as little-endian floats: what a renderer of Node makes of it. */
export async function hashHere(plan: Plan, renderer: Renderer = renderHere): Promise<string> {
  const [left, right] = [new Float32Array(plan.frames), new Float32Array(plan.frames)];
  for await (const piece of renderer.render(plan, new Map())) {
    left.set(piece.left, piece.at);
    right.set(piece.right, piece.at);
  }
  return createHash("sha256").update(new Uint8Array(left.buffer)).update(new Uint8Array(right.buffer)).digest("hex");
}

/** The same of a module worker of the page's. */
export async function hashInWorker({ page }: StudioHosts, plan: Plan): Promise<string> {
  return ask(page, "hashInWorker", plan);
}

/** The same of an AudioWorklet of the page's, in an OfflineAudioContext. */
export async function hashInWorklet({ page }: StudioHosts, plan: Plan): Promise<string> {
  return ask(page, "hashInWorklet", plan);
}

/** Calls what `page-hashes.ts` put there. */
async function ask(page: StudioHosts["page"], name: string, plan: Plan): Promise<string> {
  const said: unknown = await page.evaluate(
    async (asked) => (globalThis as unknown as Record<string, (plan: unknown) => Promise<unknown>>)[asked.name]?.(asked.plan),
    { name, plan },
  );
  if (typeof said !== "string") throw new Error(`The page has no ${name}`);
  return said;
}
