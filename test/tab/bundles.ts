import { fileURLToPath } from "node:url";
import { webBuild } from "@jackfield/tab/build";
import { build } from "esbuild";

/** One entry of a page: a line of source, built as app makers build it. Files by name; the first is the entry, the others are loaded on demand or beside it. */
export async function bundle(name: string, contents: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const source = fileURLToPath(new URL("../../packages/tab/src/", import.meta.url));
  const stdin = { contents, resolveDir: source, loader: "ts", sourcefile: `${name}.ts` } as const;
  const built = await build({ ...webBuild, stdin, entryNames: name, outdir: "/", write: false });
  const files = built.outputFiles.map((file) => [file.path.split("/").at(-1) ?? "", file.contents] as const);
  return new Map([...files.filter(([file]) => file === `${name}.js`), ...files.filter(([file]) => file !== `${name}.js`)]);
}
