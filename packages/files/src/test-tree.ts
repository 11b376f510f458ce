import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one test, with `root`, and beside it what must not be reached. */
export interface Tree extends Disposable {
  readonly top: string;
  readonly root: string;
  at(path: string): string;
}

/** Makes the files, by path below the top; a path that ends with a slash is a folder. */
export function tree(files: Readonly<Record<string, string>> = {}): Tree {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
  const at = (path: string): string => join(top, path);
  mkdirSync(at("root"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith("/") ? at(path) : dirname(at(path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(at(path), text);
  }
  return { top, root: at("root"), at, [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }) };
}

/** How a promise ended: `ok`, or its fault's code. */
export async function ended(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : `no fault: ${String(error)}`;
  }
}

/** What an error says. */
export async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
