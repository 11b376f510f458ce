import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPane } from "./linked.ts";
import { type Opened, type Stage, openStage } from "./stage.ts";

let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await openStage();
  folder = mkdtempSync(join(tmpdir(), "jackfield-files-"));
  const tone = join(folder, "tone.wav");
  execFileSync("sox", ["-n", "-r", "44100", "-c", "2", "-b", "16", tone, "synth", "1.5", "sine", "330", "gain", "-6"]);
  for (const kind of ["flac", "mp3", "m4a"]) execFileSync("ffmpeg", ["-v", "error", "-y", "-i", tone, join(folder, `tone.${kind}`)]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage[Symbol.asyncDispose]();
});

const clips = (page: Page) => page.getByRole("listbox", { name: "Clips of the song" }).getByRole("option");

async function withFiles(): Promise<Opened> {
  const opened = await stage.open();
  await openPane(opened.page, "Songs and files");
  return opened;
}

/** Presses what downloads something, and gives where it was put. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ readonly name: string; readonly path: string }> {
  const coming = page.waitForEvent("download", { timeout: 60_000 }) as Promise<Download>;
  await press();
  const download = await coming;
  const path = join(folder, `got-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return { name: download.suggestedFilename(), path };
}

function probed(path: string): Record<string, string> {
  const said = execFileSync("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,sample_rate,channels,bits_per_raw_sample:format=duration",
    "-of",
    "json",
    path,
  ]);
  const { streams, format } = JSON.parse(said.toString()) as { streams: Record<string, string>[]; format: Record<string, string> };
  return { ...streams[0], ...format };
}

async function newSong(page: Page): Promise<void> {
  await page.locator(".st-pane").getByRole("button", { name: "New song" }).click();
  await expect.poll(() => page.getByLabel("Title of the song").inputValue()).toBe("Untitled");
}

/** A song of a recording: what is rendered in no time. */
async function shortSong(): Promise<Opened> {
  const opened = await withFiles();
  const { page } = opened;
  await newSong(page);
  await page.getByLabel("Files to bring in").setInputFiles(join(folder, "tone.wav"));
  await clips(page).filter({ hasText: "tone" }).waitFor({ state: "attached", timeout: 30_000 });
  return opened;
}

describe("files come in", () => {
  it("WAV, FLAC, MP3 and AAC become clips as long as they are; what is none is refused in words", { timeout: 120_000 }, async () => {
    await using opened = await withFiles();
    const { page, complaints } = opened;
    const before = await clips(page).count();
    const chooser = page.getByLabel("Files to bring in");
    await chooser.setInputFiles(["wav", "flac", "mp3", "m4a"].map((kind) => join(folder, `tone.${kind}`)));
    await expect.poll(() => clips(page).count(), { timeout: 60_000 }).toBe(before + 4);
    writeFileSync(join(folder, "letter.wav"), "Dear Sir or Madam");
    await chooser.setInputFiles(join(folder, "letter.wav"));
    await page.getByText(/letter\.wav: .*(no recording|neither)/iu).waitFor();
    expect(await clips(page).count()).toBe(before + 4);
    // What could not be used is not among the files.
    await expect.poll(() => page.getByRole("button", { name: /^Download tone/u }).count()).toBe(4);
    expect(await page.getByRole("button", { name: "Download letter.wav" }).count()).toBe(0);
    // The browser says so itself where its own decoder is asked.
    expect(complaints.filter((each) => !each.includes("EncodingError"))).toEqual([]);
  });

  it("a file that is dropped on the timeline stands where it was dropped", { timeout: 60_000 }, async () => {
    await using opened = await stage.open();
    const { page } = opened;
    const bytes = readFileSync(join(folder, "tone.wav")).toString("base64");
    // At once: what takes files comes a moment after the song, and what is dropped before is kept for it.
    const place = await page.locator(".st-song .st-stage").boundingBox();
    if (place === null) throw new Error("There is no timeline");
    await page.evaluate(
      ({ base64, x, y }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], "dropped.wav"));
        const target = document.elementFromPoint(x, y) ?? document.body;
        for (const name of ["dragover", "drop"])
          target.dispatchEvent(new DragEvent(name, { dataTransfer: transfer, clientX: x, clientY: y, bubbles: true, cancelable: true }));
      },
      { base64: bytes, x: place.x + 200, y: place.y + place.height - 10 },
    );
    const dropped = clips(page).filter({ hasText: "dropped" });
    await dropped.waitFor({ state: "attached", timeout: 30_000 });
    expect(await dropped.innerText()).not.toContain("from 1.1,");
  });
});

describe("files go out", () => {
  it("a bounce is a file that ffprobe knows, of each kind", { timeout: 120_000 }, async () => {
    await using opened = await shortSong();
    const { page } = opened;
    let kinds = 0;
    for (const [format, codec] of [
      ["wav", "pcm_s24le"],
      ["aiff", "pcm_s24be"],
      ["flac", "flac"],
    ] as const) {
      await page.getByLabel("Format").selectOption(format);
      const { name, path } = await downloaded(page, () => page.getByRole("button", { name: "Bounce", exact: true }).click());
      expect(name.endsWith(`.${format}`)).toBe(true);
      const { codec_name, sample_rate, channels, duration } = probed(path);
      expect([codec_name, sample_rate, Number(channels)]).toEqual([codec, "48000", 2]);
      expect(Number(duration)).toBeGreaterThan(1.4);
      kinds += 1;
    }
    expect(kinds).toBe(3);
  });

  it(
    "MIDI goes out and comes in; a session goes out as one file and opens as the same song in another browser",
    { timeout: 120_000 },
    async () => {
      await using opened = await withFiles();
      const { page } = opened;
      await page.getByLabel("Files to bring in").setInputFiles(join(folder, "tone.wav"));
      await clips(page).filter({ hasText: "tone" }).waitFor({ state: "attached", timeout: 30_000 });
      const all = await clips(page).allInnerTexts();
      const midi = await downloaded(page, () => page.getByRole("button", { name: "MIDI", exact: true }).click());
      const session = await downloaded(page, () => page.getByRole("button", { name: "Session", exact: true }).click());
      expect(session.name.endsWith(".studio.zip")).toBe(true);
      execFileSync("python3", ["-c", "import sys,zipfile; assert zipfile.ZipFile(sys.argv[1]).testzip() is None", session.path]);

      await using other = await withFiles();
      await other.page.getByLabel("Files to bring in").setInputFiles(session.path);
      await expect.poll(() => clips(other.page).allInnerTexts(), { timeout: 30_000 }).toEqual(all);
      expect(await other.page.getByLabel("Title of the song").inputValue()).toBe(await page.getByLabel("Title of the song").inputValue());
      const before = await clips(other.page).count();
      await other.page.getByLabel("Files to bring in").setInputFiles(midi.path);
      await expect.poll(() => clips(other.page).count(), { timeout: 30_000 }).toBeGreaterThan(before);
      expect([...opened.complaints, ...other.complaints]).toEqual([]);
    },
  );

  it("stems are one ZIP with a file for each track", { timeout: 120_000 }, async () => {
    await using opened = await shortSong();
    const { page } = opened;
    const { path } = await downloaded(page, () => page.getByRole("button", { name: "Stems", exact: true }).click());
    const names = execFileSync("python3", ["-c", "import sys,zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))", path])
      .toString()
      .trim();
    expect(names.split("\n").some((name) => /tone.*\.wav$/u.test(name))).toBe(true);
  });
});

describe("songs of the browser", () => {
  it(
    "a song is there after a reload, without a net too; others are made, copied, thrown away and brought back",
    { timeout: 90_000 },
    async () => {
      await using opened = await withFiles();
      const { page, complaints } = opened;
      const title = page.getByLabel("Title of the song");
      await title.fill("Kept");
      await page.keyboard.press("Enter");
      await page.getByText("Every change is kept").waitFor();
      await page.reload();
      await page.locator(".st").waitFor();
      await expect.poll(() => title.inputValue()).toBe("Kept");
      await openPane(page, "Songs and files");
      await newSong(page);
      await page.getByRole("button", { name: "Kept", exact: true }).click();
      await expect.poll(() => title.inputValue()).toBe("Kept");
      await page.getByRole("button", { name: "Duplicate Kept" }).click();
      await expect.poll(() => title.inputValue()).toBe("Kept copy");
      await page.getByRole("button", { name: "Throw Kept copy away" }).click();
      await expect.poll(() => title.inputValue()).not.toBe("Kept copy");
      await page.getByRole("button", { name: "Undo", exact: true }).last().click();
      await expect.poll(() => title.inputValue()).toBe("Kept copy");
      expect(complaints).toEqual([]);
    },
  );

  it("two tabs show one song, and each sees at once what is done in the other", { timeout: 60_000 }, async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    const second = await opened.tab();
    const title = (of: Page) => of.getByLabel("Title of the song");
    await title(page).fill("From one");
    await page.keyboard.press("Enter");
    await expect.poll(() => title(second).inputValue()).toBe("From one");
    await title(second).fill("From two");
    await second.keyboard.press("Enter");
    await expect.poll(() => title(page).inputValue()).toBe("From two");
    await page.close();
    await title(second).fill("Alone");
    await second.keyboard.press("Enter");
    await second.waitForTimeout(500);
    await second.reload();
    await second.locator(".st").waitFor();
    await expect.poll(() => title(second).inputValue()).toBe("Alone");
    expect(complaints).toEqual([]);
  });
});
