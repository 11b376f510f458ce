import { createHash } from "node:crypto";
import { type Plan, render } from "@jackfield/studio";
import { expect, test } from "vitest";
import { openStudioHosts } from "./hosts.ts";
import { testPlan } from "../../packages/studio/src/kernel/test-plan.ts";

/** SHA-256 of the left channel, then the right. */
function hashHere(song: Plan): string {
  const left = createHash("sha256");
  const all: Buffer[] = [];
  for (const piece of render(song, new Map())) {
    left.update(new Uint8Array(piece.left.buffer, piece.left.byteOffset, piece.left.byteLength));
    all.push(Buffer.from(new Uint8Array(piece.right.buffer, piece.right.byteOffset, piece.right.byteLength)));
  }
  for (const right of all) left.update(right);
  return left.digest("hex");
}

const inWorker = async (song: Plan): Promise<string> => {
  const worker = new Worker("/render-worker.js", { type: "module" });
  const [left, right] = [new Float32Array(song.frames), new Float32Array(song.frames)];
  await new Promise<void>((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.is === "done") return resolve();
      if (data.is === "failed") return reject(new Error(data.message));
      left.set(data.left, data.at);
      right.set(data.right, data.at);
      worker.postMessage({ is: "taken" });
    };
    worker.postMessage({ is: "render", plan: song, samples: new Map(), stems: false });
  });
  worker.terminate();
  const both = new Uint8Array(song.frames * 8);
  both.set(new Uint8Array(left.buffer));
  both.set(new Uint8Array(right.buffer), song.frames * 4);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const inWorklet = async (song: Plan): Promise<string> => {
  // The limiter looks ahead: its output is late by so many frames, which `render` takes off.
  const late = Math.floor(song.rate * 0.002);
  const context = new OfflineAudioContext(2, song.frames + late, song.rate);
  await context.audioWorklet.addModule("/player-worklet.js");
  const node = new AudioWorkletNode(context, "jackfield-player", { numberOfInputs: 0, outputChannelCount: [2] });
  node.connect(context.destination);
  node.port.postMessage({ is: "plan", take: 0, plan: song, gain: 1, seq: 1 });
  node.port.postMessage({ is: "play", from: 0 });
  // Messages are taken before the first quantum, once the processor is there.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const buffer = await context.startRendering();
  const both = new Uint8Array(song.frames * 8);
  for (const channel of [0, 1]) {
    const data = buffer.getChannelData(channel).slice(late, late + song.frames);
    both.set(new Uint8Array(data.buffer), channel * song.frames * 4);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", both));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

test("Node, a module worker and an AudioWorklet of Chromium compute the same song to the bit", async () => {
  await using hosts = await openStudioHosts();
  const song = testPlan({ tracks: 8, seconds: 8 });
  const here = hashHere(song);
  expect(await hosts.page.evaluate(inWorker, song)).toBe(here);
  expect(await hosts.page.evaluate(inWorklet, song)).toBe(here);
  // Not because everything has the same hash.
  expect(hashHere({ ...song, master: { ...song.master, decibels: 5.9 } })).not.toBe(here);
});
