import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

/** How the SDK is built for pages: the size test measures the same. */
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
  outdir: "/",
  write: false,
  metafile: true,
  logLevel: "error",
} as const satisfies BuildOptions;

/** Browser entries as files by name: each begins with the line that is given for it. */
export async function bundles(entries: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const source = fileURLToPath(new URL("../../packages/tab/src/", import.meta.url));
  for (const [name, contents] of Object.entries(entries)) {
    const built = await build({ ...webBuild, stdin: { contents, resolveDir: source, loader: "ts", sourcefile: `${name}.ts` }, entryNames: name });
    for (const file of built.outputFiles) files.set(file.path.split("/").at(-1) ?? "", file.contents);
  }
  return files;
}
