import type { Plan } from "@jackfield/studio";

// The page's side of `hashes.ts`: it is bundled into the page that `openStudioHosts` serves.
Object.assign(globalThis, { hashInWorker, hashInWorklet });

async function hashInWorker(plan: Plan): Promise<string> {
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

async function hashInWorklet(plan: Plan): Promise<string> {
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
