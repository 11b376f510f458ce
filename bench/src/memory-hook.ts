import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** CommonJS, because `--require` runs before everything else: on SIGUSR2 collects garbage and writes process.memoryUsage() to a file. */
const source = `
const v8 = require("node:v8"), vm = require("node:vm"), fs = require("node:fs"), os = require("node:os"), path = require("node:path");
v8.setFlagsFromString("--expose_gc");
const gc = vm.runInNewContext("gc");
v8.setFlagsFromString("--no-expose_gc");
process.on("SIGUSR2", () => {
  gc(); gc();
  const file = path.join(os.tmpdir(), "jackfield-heap-" + process.pid + ".json");
  fs.writeFileSync(file + ".part", JSON.stringify(process.memoryUsage()));
  fs.renameSync(file + ".part", file);
});
`;

/** Writes the hook once and returns its path. */
export function memoryHook(): string {
  const file = path.join(os.tmpdir(), `jackfield-memory-hook-${process.pid}.cjs`);
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, source);
    process.once("exit", () => fs.rmSync(file, { force: true }));
  }
  return file;
}
