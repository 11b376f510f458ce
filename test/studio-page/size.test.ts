import { gzipSync } from "node:zlib";
import { pages } from "@jackfield/studio-page";
import { expect, test } from "vitest";
import { type Asset, bundle } from "../../packages/cli/src/demo/bundle.ts";

/** Bytes of gzip. */
function weigh(assets: readonly Asset[]): number {
  return assets.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

/** A script with all that it imports at once: what a browser fetches before it runs any of it. */
function withImports(assets: readonly Asset[], path: string): readonly Asset[] {
  const found = new Map<string, Asset>();
  const add = (at: string): void => {
    const asset = assets.find((each) => each.path === at);
    if (asset === undefined || found.has(at)) return;
    found.set(at, asset);
    for (const [, name = ""] of new TextDecoder().decode(asset.bytes).matchAll(/(?:from|import)"(?:\.|\/assets)\/([\w.-]+\.js)"/g))
      add(`/assets/${name}`);
  };
  add(path);
  return [...found.values()];
}

test("what the page loads: script before the song is on it, style, and the worklet and worker beside it", async () => {
  const assets = await bundle(pages);
  const first = withImports(assets, "/assets/studio.js");
  const style = assets.filter(({ path }) => path.endsWith(".css"));
  const [player, render] = ["player", "render"].map((name) => assets.filter(({ path }) => path === `/assets/studio-${name}.js`));
  expect([style.length, player?.length, render?.length]).toEqual([1, 1, 1]);
  expect(first.length).toBeGreaterThan(1);
  const text = first.map(({ bytes }) => new TextDecoder().decode(bytes)).join("");
  // The authority over the song, its history, keeping it and following it in another tab are all in it: see the room's README.
  expect(weigh(first)).toBeLessThanOrEqual(88_000);
  expect(weigh(style)).toBeLessThanOrEqual(12_000);
  expect(weigh(player ?? [])).toBeLessThanOrEqual(16_000);
  expect(weigh(render ?? [])).toBeLessThanOrEqual(16_000);
  // What nobody needs to see the song: links, decoders, editors, dialogs, panes.
  for (const [what, trace] of [
    ["the panes", "sp-part"],
    ["the mixer", "st-strip-fader"],
    ["the notes", "st-notes-sheet"],
    ["dialogs", "st-palette"],
    ["links", "connector"],
  ])
    expect([what, text.includes(trace ?? "")]).toEqual([what, false]);
  console.log(
    `first load ${weigh(first)} B of gzip in ${first.length} files, style ${weigh(style)}, worklet ${weigh(player ?? [])}, worker ${weigh(render ?? [])}`,
  );
});
