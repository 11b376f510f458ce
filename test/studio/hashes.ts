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
  return page.evaluate(inWorker, plan);
}

/** The same of an AudioWorklet of the page's, in an OfflineAudioContext. */
export async function hashInWorklet({ page }: StudioHosts, plan: Plan): Promise<string> {
  return page.evaluate(inWorklet, plan);
}

// These two run in the page: they have nothing but what is in them.

async function inWorker(plan: Plan): Promise<string> {
  const worker = new Worker("/render-worker.js", { type: "module" });
  const [left, right] = [new Float32Array(plan.frames), new Float32Array(plan.frames)];
  await new Promise<void>((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.is === "done") return resolve();
      if (data.is === "failed") return reject(new Error(data.message));
      left.set(data.left, data.at);
      right.set(data.right, data.at);
      worker.postMessage({ is: "taken" });
    };
    worker.postMessage({ is: "render", plan, samples: new Map(), stems: false });
  });
  worker.terminate();
  const both = new Uint8Array(plan.frames * 8);
  both.set(new Uint8Array(left.buffer));
  both.set(new Uint8Array(right.buffer), plan.frames * 4);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function inWorklet(plan: Plan): Promise<string> {
  // The limiter looks ahead: its output is late by so many frames, which `render` takes off.
  const late = Math.floor(plan.rate * 0.002);
  const context = new OfflineAudioContext(2, plan.frames + late, plan.rate);
  await context.audioWorklet.addModule("/player-worklet.js");
  const requests = [
    { is: "plan", take: 0, plan, gain: 1, seq: 1 },
    { is: "play", from: 0 },
  ];
  const options = { numberOfInputs: 0, outputChannelCount: [2], processorOptions: { requests } };
  new AudioWorkletNode(context, "jackfield-player", options).connect(context.destination);
  const buffer = await context.startRendering();
  const both = new Uint8Array(plan.frames * 8);
  for (const channel of [0, 1]) {
    const data = buffer.getChannelData(channel).slice(late, late + plan.frames);
    both.set(new Uint8Array(data.buffer), channel * plan.frames * 4);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
