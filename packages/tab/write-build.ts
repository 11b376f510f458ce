import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildConnect, buildModules } from "./build.ts";
import { writeTypes } from "./write-types.ts";

// All that package.json's `exports` names, and the one-tag build beside it.
const folder = fileURLToPath(new URL("./dist/", import.meta.url));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await buildModules(folder);
for (const [name, contents] of await buildConnect()) await writeFile(`${folder}/${name}`, contents);
await writeTypes(folder);
