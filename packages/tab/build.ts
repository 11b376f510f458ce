import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

/** How the SDK is built for pages. Whoever bundles it into an app and the size test use the same. */
export const webBuild = {
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  conditions: ["@jackfield/source"],
  logLevel: "error",
} as const satisfies BuildOptions;

/** The files of the one-tag build, by name: `jackfield-connect.js` and the files it loads when it needs them. */
export async function buildConnect(): Promise<ReadonlyMap<string, Uint8Array>> {
  const entry = fileURLToPath(new URL("./src/connect-script.ts", import.meta.url));
  const names = { entryNames: "jackfield-connect", chunkNames: "jackfield-[name]-[hash]" };
  const built = await build({ ...webBuild, ...names, entryPoints: [entry], outdir: "/", write: false });
  return new Map(built.outputFiles.map((file) => [file.path.split("/").at(-1) ?? "", file.contents]));
}

/**
 * Writes the modules that an app imports, by the names in package.json's `exports`. Contract and wire are inside, what others published is
 * not; nothing is minified, since an app's bundler does that.
 */
export async function buildModules(folder: string): Promise<void> {
  const source = fileURLToPath(new URL("./src/", import.meta.url));
  await build({
    ...webBuild,
    minify: false,
    entryPoints: ["index.ts", "panel/index.ts", "reach.ts", "qr.ts", "socket.ts"].map((name) => `${source}${name}`),
    outbase: source,
    outdir: folder,
    chunkNames: "chunks/[name]-[hash]",
    external: ["lean-qr", "@mcp-b/webmcp-polyfill"],
  });
}
