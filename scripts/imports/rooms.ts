import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Reach, scan } from "./scan.ts";

/** A module of a room, with what it reaches for. */
export interface Module {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly room: string;
  /** A test, or something that only tests and builds use. */
  readonly test: boolean;
  readonly reaches: readonly Reach[];
}

/** A workspace: `packages/NAME`, or `examples/NAME`, whose room is `examples`. */
export interface Room {
  readonly name: string;
  readonly folder: string;
  /** Name in package.json. */
  readonly package: string;
  /** Export subpath (`.`, `./node`) to the module it stands for. */
  readonly entries: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const sourceCondition = "@jackfield/source";

/** Every workspace below `root`. */
export function readRooms(root: string): Room[] {
  return ["packages", "examples"].flatMap((parent) => {
    const folder = join(root, parent);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, "package.json")))
      .map((name) => readRoom(root, `${parent}/${name}`, parent === "packages" ? name : "examples"));
  });
}

function readRoom(root: string, folder: string, name: string): Room {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([subpath, targets]) => {
    const source = typeof targets === "string" ? targets : targets[sourceCondition];
    return source === undefined ? [] : [[subpath, `${folder}/${source.replace(/^\.\//, "")}`] as const];
  });
  return { name, folder, package: manifest.name, entries: new Map(entries) };
}

/** Every TypeScript module of the rooms, scanned. */
export function readModules(root: string, rooms: readonly Room[]): Module[] {
  return rooms.flatMap((room) =>
    sourceFiles(join(root, room.folder)).map((file) => {
      const path = relative(root, file).replaceAll("\\", "/");
      return { path, room: room.name, test: isTest(path), reaches: scan(readFileSync(file, "utf8")) };
    }),
  );
}

/** Tests, and what only tests and builds use: `x.test.ts`, `test-x.ts`, and what stands beside `src`. */
export function isTest(path: string): boolean {
  return /(\.test\.tsx?|\/test-[^/]*\.tsx?)$/.test(path) || (/\.tsx?$/.test(path) && !path.includes("/src/"));
}

/** Every TypeScript file below a folder, built ones aside. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules" && entry.name !== "dist")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return /\.(ts|tsx|mts)$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
    });
}

/** Where an import goes: a module of ours, an unknown entry of a room of ours, or a package or builtin of others. */
export type Target =
  | { readonly is: "module"; readonly path: string; readonly room: Room | undefined }
  | { readonly is: "missing"; readonly what: string }
  | { readonly is: "outside"; readonly name: string };

/** Resolves a specifier as the source condition does. */
export function resolve(from: string, specifier: string, rooms: readonly Room[]): Target {
  if (specifier.startsWith(".")) {
    const path = join(dirname(from), specifier).replaceAll("\\", "/");
    return { is: "module", path, room: rooms.find((room) => path.startsWith(`${room.folder}/`)) };
  }
  const room = rooms.find((each) => specifier === each.package || specifier.startsWith(`${each.package}/`));
  if (room === undefined) return { is: "outside", name: specifier };
  const entry = room.entries.get(`.${specifier.slice(room.package.length)}`);
  return entry === undefined ? { is: "missing", what: specifier } : { is: "module", path: entry, room };
}
