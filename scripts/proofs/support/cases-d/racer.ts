import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** A program that swaps what stands at names inside a root for links that lead outside, and back, as fast as it can. Arguments: root, swaps. */
const [root = "", swaps = "0"] = process.argv.slice(2);
/** Each name of the root, and where its link leads. */
const targets: Readonly<Record<string, string>> = { folder: "../out", file: "../out/x", middle: "../out", dangling: "../out/new" };
const names = Object.keys(targets);

function toLink(name: string): void {
  renameSync(join(root, name), join(root, `.${name}`));
  link(name);
}

function link(name: string): void {
  try {
    symlinkSync(targets[name] ?? "", join(root, name));
  } catch {
    // A writer was quicker, and made it anew.
    rmSync(join(root, name), { recursive: true, force: true });
  }
}

function toItself(name: string): void {
  try {
    unlinkSync(join(root, name));
  } catch {
    rmSync(join(root, name), { recursive: true, force: true });
  }
  try {
    renameSync(join(root, `.${name}`), join(root, name));
  } catch {
    rmSync(join(root, name), { recursive: true, force: true });
    if (existsSync(join(root, `.${name}`))) renameSync(join(root, `.${name}`), join(root, name));
  }
}

let done = 0;
const isLink = new Set<string>();
for (; done < Number(swaps); done += 1) {
  const name = names[done % names.length] ?? "";
  try {
    if (isLink.delete(name)) toItself(name);
    else {
      toLink(name);
      isLink.add(name);
    }
  } catch {
    // Lost its thing to a writer: it makes a new one and goes on.
    if (!existsSync(join(root, name))) mkdirSync(join(root, name), { recursive: true });
  }
}
console.log(done);
