import { fileURLToPath } from "node:url";
import { Fault } from "@jackfield/contract";
import { webBuild } from "@jackfield/tab/build";
import { loaders, type Page } from "@jackfield/web";
import { build, type Message, stop } from "esbuild";
import { cliCeilings } from "../ceilings.ts";

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
  const built = await build({
    ...webBuild,
    absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
    entryPoints: pages.map((page) => ({ in: page.entry, out: nameOf(page) })),
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
  // esbuild keeps a child process for the next build; there is none.
  await stop();
  const assets = built.outputFiles.map((file) => ({ path: file.path.replaceAll("\\", "/"), bytes: file.contents }));
  const weight = assets.reduce((sum, asset) => sum + asset.bytes.byteLength, 0);
  if (weight > cliCeilings.pageBytes.value)
    throw new Fault(
      "config",
      `Cannot serve the pages: their bundles weigh ${weight} bytes, at most ${cliCeilings.pageBytes.value} are allowed`,
    );
  return assets;
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
