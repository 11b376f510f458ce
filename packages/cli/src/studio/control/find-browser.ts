import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Fault } from "@jackfield/contract";

/** Names that Chromium and its kin are installed under, best first. */
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "chrome"] as const;

/** Where they lie on systems that do not put programs on PATH. */
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
] as const;

/** A browser's program: the one asked for, else the first that is there. Throws Fault `config` that says what to install. */
export async function findBrowser(asked: string | undefined, searchPath: string | undefined): Promise<string> {
  const folders = (searchPath ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = asked === undefined ? [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places] : [asked];
  for (const candidate of candidates) if (await canRun(candidate)) return candidate;
  if (asked !== undefined)
    throw new Fault("config", `Cannot start ${JSON.stringify(asked)}: there is no such program`, {
      hint: "Name the browser's own program with --browser",
    });
  throw new Fault("config", "Cannot open a window: no Chromium, Chrome or Edge was found", {
    hint: "Install one (Debian: apt install chromium), or name its program with --browser",
  });
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
