import { realpathSync } from "node:fs";
import { Fault } from "@jackfield/contract";
import { fileCeilings } from "./ceilings.ts";
import { isDeviceName } from "./device-name.ts";
import type { Entry } from "./entry.ts";
import { isInside } from "./inside.ts";
import { type Authority, checkPathText, refused, shown } from "./path-text.ts";
import type { Grants, Root } from "./roots.ts";
import { isCode, systemFault } from "./system-fault.ts";
import { type Last, type Walked, walk } from "./walk.ts";
import { parseWindowsPath, type WindowsPath, windowsPlace } from "./windows-path.ts";

/** Where a path leads, allowed for what was asked, and held open. Dispose of it. */
export type Place = Disposable & { readonly asked: string } & (
    | { readonly is: "folder"; readonly folder: Entry }
    | { readonly is: "entry"; readonly folder: Entry; readonly name: string; readonly entry: Entry }
    | { readonly is: "missing"; readonly folder: Entry; readonly rest: readonly string[]; readonly slash: boolean }
  );

/**
 * The one choke point: every path of every tool comes through here. Walks it and compares where it really leads with the root. Throws a Fault:
 * `path_refused` for whatever lies outside, before and apart from whether anything is there, so that a refusal tells nothing about the place.
 */
export function reach(grants: Grants, authority: Authority, path: string, last: Last = "follow"): Place {
  const root = grants[authority];
  if (grants.confined && root === undefined)
    throw new Fault("path_refused", `automation filesystem access is not granted: ${authority} authority is absent: ${shown(path)}`, {
      hint: `Ask the person to grant a ${authority} root`,
    });
  checkPathText(path);
  const { top, rest } =
    grants.platform === "win32" ? windowsStart(grants, authority, path) : { top: "/", rest: absolute(grants.base, path) };
  const walked = walk(grants.look, top, rest, last);
  try {
    const names = grants.platform === "win32" ? walked.names.map((name) => name.toLowerCase()) : walked.names;
    return placeOf(walked, names, authority, path, grants.confined ? root : undefined, isAbsolute(grants, path) ? undefined : grants.base);
  } catch (error) {
    walked[Symbol.dispose]();
    throw error;
  }
}

function isAbsolute({ platform }: Grants, path: string): boolean {
  return path.startsWith("/") || (platform === "win32" && /^([A-Za-z]:|[\\/])/.test(path));
}

/** By text alone, so that `..` behind a link is still there to be walked. */
function absolute(base: string, path: string): string {
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function windowsStart(grants: Grants, authority: Authority, path: string): { top: string; rest: string } {
  const base = parseWindowsPath(grants.base);
  const parsed = parseWindowsPath(path, "refused" in base ? undefined : base);
  if ("refused" in parsed) throw refused(parsed.refused, path);
  const root = grants[authority];
  const real = root === undefined ? undefined : parseWindowsPath(root.real);
  if (real === undefined) return { top: parsed.drive, rest: parsed.names.join("/") };
  const place = "refused" in real ? "outside" : windowsPlace(real, parsed);
  if (place === "outside") throw outside(authority, root, path, isAbsolute(grants, path) ? undefined : grants.base);
  const long = place === "look" ? longNames(parsed, path) : parsed;
  return { top: long.drive, rest: long.names.join("/") };
}

/** Short names (`PROGRA~1`) are other names of what the disk has longer ones for. What is not there yet has none. */
function longNames({ drive, names }: WindowsPath, asked: string): WindowsPath {
  for (let there = names.length; there >= 0; there -= 1) {
    try {
      const parsed = parseWindowsPath(realpathSync.native(drive + names.slice(0, there).join("\\")));
      if ("refused" in parsed) throw refused(parsed.refused, asked);
      return { drive: parsed.drive, names: [...parsed.names, ...names.slice(there)] };
    } catch (error) {
      if (!isCode(error, "ENOENT")) throw systemFault(`use "${shown(asked)}"`, error);
    }
  }
  throw missingFault("use", asked);
}

/** `base`: what a relative path was taken from, without which its writer cannot tell where it led. */
function outside(authority: Authority, root: Root | undefined, path: string, base?: string): Fault {
  const from = base === undefined ? "" : ` (a relative path is taken from ${shown(base)})`;
  return refused(`outside the ${authority} root ${shown(root?.written ?? "")}${from}`, path);
}

function placeOf(
  walked: Walked,
  names: readonly string[],
  authority: Authority,
  asked: string,
  root: Root | undefined,
  base: string | undefined,
): Place {
  const { end } = walked;
  if (end.is === "lost" && root !== undefined) throw refused('".." below a folder that does not exist', asked);
  if (root !== undefined && !isInside(root.names, names)) throw outside(authority, root, asked, base);
  const dispose = (): void => walked[Symbol.dispose]();
  switch (end.is) {
    case "folder":
    case "entry":
      return { ...end, asked, [Symbol.dispose]: dispose };
    case "missing":
      // To make the root itself would be to write in the folder that it was in.
      if (root !== undefined && names.length - end.rest.length < root.names.length)
        throw new Fault("file_failed", `Cannot use "${shown(asked)}": the ${authority} root ${shown(root.written)} is not there any more`);
      if (authority === "write") checkNew(end, asked);
      return { is: "missing", folder: end.folder, rest: end.rest, slash: end.slash, asked, [Symbol.dispose]: dispose };
    case "lost":
      throw missingFault("use", asked);
    case "no-folder":
      throw new Fault("file_unusable", `Cannot use "${shown(asked)}": something on the way to it is not a folder`);
    case "loop":
      throw new Fault(
        "file_unusable",
        `Cannot use "${shown(asked)}": more than ${fileCeilings.linkHops.value} links lead on from each other`,
      );
    case "deep":
      throw new Fault("file_unusable", `Cannot use "${shown(asked)}": it is deeper than ${fileCeilings.pathLevels.value} folders`);
    case "failed":
      throw systemFault(`use "${shown(asked)}"`, end.error);
  }
}

/** There is nothing at a path that may be used. */
export function missingFault(doing: string, asked: string): Fault {
  return new Fault("file_missing", `Cannot ${doing} "${shown(asked)}": there is no such file or folder`);
}

/** What is about to be made must be plain names: through a link that leads nowhere its target would be made, and a device's name opens the device. */
function checkNew(end: { readonly rest: readonly string[]; readonly dangling: boolean }, asked: string): void {
  if (end.dangling) throw refused("a link that leads nowhere", asked);
  const device = end.rest.find((name) => name.split(/[\\/]/).some(isDeviceName));
  if (device !== undefined) throw refused("a device name of Windows, where what is made here could not be opened", asked);
}
