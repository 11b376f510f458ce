import { mkdir, writeFile } from "node:fs/promises";
import { buildConnect } from "./build.ts";

const folder = new URL("./dist/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, contents] of await buildConnect()) await writeFile(new URL(name, folder), contents);
