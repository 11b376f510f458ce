import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrackId } from "../../examples/sequencer/src/model/tracks.ts";
import type { inPage as InPage } from "./sound-in-page.ts";
import { type Opened, type Stage, openStage } from "./stage.ts";

let stage: Stage;
let opened: Opened;
beforeAll(async () => {
  stage = await openStage();
  opened = await stage.open();
  const built = await build({
    entryPoints: ["test/sequencer/sound-in-page.ts"],
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@jackfield/source"],
  });
  await opened.page.evaluate(built.outputFiles[0]?.text ?? "");
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

type Engine = typeof InPage;

function engine<N extends keyof Engine>(name: N, ...args: Parameters<Engine[N]>): Promise<Awaited<ReturnType<Engine[N]>>> {
  return opened.page.evaluate(({ name: called, args: given }) => Reflect.get(globalThis, "inPage")[called](...given), { name, args });
}

describe("offline", () => {
  it.each<[TrackId, number[], number, number]>([
    ["kick", [0, 4, 8, 12], 120, 50],
    ["kick", [0, 3, 6, 10, 14], 97, 50],
    ["hat", [0, 1, 2, 3, 7, 15], 112, 57],
    ["hat", [1, 3, 5, 7, 9, 11, 13, 15], 90, 75],
    ["snare", [4, 12], 140, 50],
    ["clap", [4, 12], 100, 50],
    ["open", [2, 6, 10, 14], 120, 60],
    ["bass", [0, 5, 10], 110, 50],
    ["pluck", [0, 2, 4, 9], 100, 66],
    ["keys", [0, 8], 112, 50],
  ])("%s is heard when its steps %j are due at %i bpm, swing %i", async (track, steps, tempo, swing) => {
    const { heard, due } = await engine("onsets", track, steps, tempo, swing);
    expect(due.length).toBe(steps.length);
    expect(heard.length, `heard at ${heard.join(", ")} ms, due at ${due.map(Math.round).join(", ")} ms`).toBe(due.length);
    // The master's compressor looks 6 ms ahead, so all is that late, and a slow attack takes some ms to be a leap.
    for (const [index, at] of heard.entries()) expect(Math.abs(at - 8 - (due[index] ?? 0)), `hit ${index}`).toBeLessThanOrEqual(9);
  });

  it("the first song is as loud as music is, and no track of it is lost", async () => {
    const song = await engine("loudness", undefined, ["A", "B"]);
    expect(song.lufs).toBeGreaterThan(-22);
    expect(song.lufs).toBeLessThan(-12);
    expect(song.truePeak).toBeLessThan(-0.5);
    const tracks: TrackId[] = ["kick", "snare", "clap", "hat", "open", "bass", "pluck", "keys"];
    for (const track of tracks) {
      const alone = await engine("loudness", [track], ["A", "B"]);
      expect(alone.lufs, track).toBeGreaterThan(-38);
      expect(alone.lufs, track).toBeLessThan(song.lufs);
    }
  });

  it("a render is the same every time to 66 dB below full scale (a browser adds in any order); other noise makes another", async () => {
    expect(await engine("apart", 1, 1)).toBeLessThan(5e-4);
    expect(await engine("apart", 1, 2)).toBeGreaterThan(1e-2);
  });

  it.each(["least", "most"] as const)("with every knob at its %s and every step an accent, nothing passes the ceiling", async (end) => {
    const worst = await engine("worst", end);
    expect(worst.finite).toBe(true);
    expect(worst.lufs).toBeGreaterThan(-40);
    expect(worst.peak).toBeLessThanOrEqual(-0.29);
  });

  it("nothing is silence", async () => {
    expect((await engine("loudness", [], ["A"])).lufs).toBe(-Infinity);
  });

  it("reports each bar, and ends when it is called off", async () => {
    const { progress, ended } = await engine("calledOff");
    expect(ended).toBe("called off");
    expect(progress).toHaveLength(3);
    for (const [index, done] of progress.entries()) expect(done).toBeCloseTo((index + 1) / 32, 6);
  });
});

describe("live", () => {
  it("plays: the audio clock runs, sound comes out, and the light walks through the steps in time", async () => {
    await using live = await stage.open({ before: spy });
    const { page, complaints } = live;
    expect(await page.evaluate(() => Reflect.get(globalThis, "heardContexts").length)).toBe(0);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => loudest(page), { timeout: 10_000 }).toBeGreaterThan(0.05);
    const walked = await walk(page, 14);
    // A busy machine draws fewer frames, and the song waits for it: steps may be missed and late, but never come back or come early.
    const stepMs = 60_000 / 112 / 4;
    let gone = 0;
    for (const [index, { step }] of walked.entries()) gone += (step - (walked[index - 1]?.step ?? step) + 16) % 16;
    const took = (walked.at(-1)?.at ?? 0) - (walked[0]?.at ?? 0);
    expect(new Set(walked.map((each) => each.step)).size).toBeGreaterThanOrEqual(14);
    expect(gone).toBeLessThan(took / stepMs + 2);
    const clock = await page.evaluate(() => Reflect.get(globalThis, "heardContexts")[0].currentTime);
    expect(clock).toBeGreaterThan(1);
    expect(await page.locator(".sx-display-where").innerText()).toMatch(/^[1-4]\.[1-4]$/);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect.poll(() => loudest(page), { timeout: 10_000 }).toBeLessThan(0.001);
    expect(await page.locator(".sx-cell[data-now]").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("a pattern picked while playing takes over at the bar; the song goes through its order", async () => {
    await using live = await stage.open();
    const { page } = live;
    await page.getByRole("slider", { name: "Tempo" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".sx-pick[data-now]").waitFor();
    await page.getByRole("button", { name: "Pattern C, Stairs" }).click();
    await expect.poll(() => page.locator(".sx-pick[data-now] .sx-pick-letter").innerText(), { timeout: 5_000 }).toBe("C");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Pattern A, Doorway" }).click();
    await page.getByRole("button", { name: "Song", exact: true }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const slots = await page.evaluate(async () => {
      const seen: string[] = [];
      for (const until = performance.now() + 8_000; performance.now() < until && seen.length < 4;) {
        await new Promise(requestAnimationFrame);
        const now = document.querySelector(".sx-slots > [data-now] button")?.getAttribute("aria-label") ?? "";
        if (now !== "" && seen.at(-1) !== now) seen.push(now);
      }
      return seen;
    });
    expect(slots).toEqual(["Bar 1, pattern A", "Bar 2, pattern A", "Bar 3, pattern B", "Bar 4, pattern A"]);
  });
});

/** Keeps every AudioContext and analyser the page makes where the test can look. */
async function spy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const contexts: AudioContext[] = [];
    const analysers: AnalyserNode[] = [];
    Object.assign(globalThis, { heardContexts: contexts, heardAnalysers: analysers });
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.push(this);
      }
    };
    globalThis.AnalyserNode = class extends AnalyserNode {
      constructor(context: BaseAudioContext, options?: AnalyserOptions) {
        super(context, options);
        analysers.push(this);
      }
    };
  });
}

/** The loudest of what is heard within half a second. */
function loudest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const analysers: AnalyserNode[] = Reflect.get(globalThis, "heardAnalysers");
    const samples = new Float32Array(1024);
    let most = 0;
    for (let times = 0; times < 25; times++) {
      analysers[0]?.getFloatTimeDomainData(samples);
      most = samples.reduce((loud, sample) => Math.max(loud, Math.abs(sample)), most);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return most;
  });
}

/** Which step is lit, frame by frame. */
function walk(page: Page, steps: number): Promise<{ readonly at: number; readonly step: number }[]> {
  return page.evaluate(async (most) => {
    const seen: { at: number; step: number }[] = [];
    for (const until = performance.now() + 20_000; performance.now() < until;) {
      await new Promise(requestAnimationFrame);
      const lit = document.querySelector<HTMLElement>(".sx-cell[data-now]");
      if (lit !== null)
        seen.push({ at: Reflect.get(globalThis, "heardContexts")[0].currentTime * 1000, step: Number(lit.dataset["step"]) });
      if (new Set(seen.map((each) => each.step)).size >= most) break;
    }
    return seen;
  }, steps);
}
