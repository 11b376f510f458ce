import { fileURLToPath } from "node:url";
import { Fault } from "@jackfield/contract";
import { webBuild } from "@jackfield/tab/build";
import { loaders, type Page } from "@jackfield/web";
import { build, type Message, type OutputFile, stop } from "esbuild";
import { cliCeilings } from "../ceilings.ts";
import { pastBarrels } from "./past-barrels.ts";

/** A file that a page loads, by its URL path. */
export interface Asset {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Stands for the folder that the bundles would be written to. Nothing is written. */
const outdir = "/assets";

/**
 * Bundles the entries of the pages, in memory: scripts, styles, and the fonts and images beside them. Throws Fault `config` with what
 * esbuild said where a page does not build, or where the bundles weigh more than 8 MB.
 */
export async function bundle(pages: readonly Page[]): Promise<Asset[]> {
  const scripts = pages.map((page) => ({ in: page.entry, out: nameOf(page) }));
  const workers = pages.flatMap((page) => Object.entries(page.workers).map(([out, entry]) => ({ in: entry, out })));
  // Workers share no file with the page: a worklet that waits for imports starts late, or in some browsers not at all.
  const files = [...(await built(scripts, true)), ...(workers.length === 0 ? [] : await built(workers, false))];
  // esbuild keeps a child process for the next build; there is none.
  await stop();
  const assets = files.map((file) => ({ path: file.path.replaceAll("\\", "/"), bytes: file.contents }));
  const weight = assets.reduce((sum, asset) => sum + asset.bytes.byteLength, 0);
  if (weight > cliCeilings.pageBytes.value)
    throw new Fault(
      "config",
      `Cannot serve the pages: their bundles weigh ${weight} bytes, at most ${cliCeilings.pageBytes.value} are allowed`,
    );
  return assets;
}

async function built(entryPoints: readonly EntryPoint[], splitting: boolean): Promise<readonly OutputFile[]> {
  const { outputFiles } = await build({
    ...webBuild,
    splitting,
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [pastBarrels],
    absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
    entryPoints: [...entryPoints],
    loader: loaders,
    publicPath: "/assets",
    assetNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outdir,
    write: false,
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw new Fault("config", `Cannot build the pages: ${firstMessage(error)}`, {
      hint: "Correct the page, then start again",
      cause: error,
    });
  });
  return outputFiles;
}

interface EntryPoint {
  readonly in: string;
  readonly out: string;
}

/** `/assets/NAME.js` is bundled as NAME. */
function nameOf(page: Page): string {
  return page.script.replace(/^\/assets\//, "").replace(/\.js$/, "");
}

/** The first error that esbuild found, with its place. */
function firstMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = "errors" in error ? (error.errors as readonly Message[]) : [];
  if (first === undefined) return error.message;
  return first.location === null ? first.text : `${first.location.file}:${first.location.line}: ${first.text}`;
}
