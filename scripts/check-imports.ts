import { fileURLToPath } from "node:url";
import { type Module, type Room, readModules, readRooms, resolve } from "./imports/rooms.ts";
import { checkImport, checkReach, type Problem, ranks, reasons } from "./imports/rules.ts";

/** What a check saw. A check that saw no modules has failed, whatever it found. */
export interface Checked {
  readonly modules: number;
  readonly imports: number;
  readonly problems: readonly Problem[];
}

/** What a page must never download, by the path or package it would come through. */
const heavy = [/^packages\/contract\/src\/schema\//, /^zod($|\/)/];

/** Holds every module below `root` to the import rules (imports/rules.ts). */
export function checkImports(root: string): Checked {
  const rooms = readRooms(root);
  const modules = readModules(root, rooms);
  const problems: Problem[] = rooms
    .filter((room) => !(room.name in ranks))
    .map((room) => ({ rule: "unranked", at: room.folder, text: `is the room "${room.name}"` }));
  let imports = 0;
  for (const module of modules) {
    for (const reach of module.reaches) {
      const broken =
        reach.kind === "import"
          ? checkImport(module, reach.what, resolve(module.path, reach.what, rooms))
          : checkReach(module, reach.kind, reach.what);
      if (reach.kind === "import") imports += 1;
      problems.push(...broken.map((each) => ({ ...each, at: `${module.path}:${reach.line}` })));
    }
  }
  problems.push(...reachableFrom("tab", rooms, modules));
  return { modules: modules.length, imports, problems };
}

/** What a room's entries reach, directly or through others, that they must not. */
function reachableFrom(name: string, rooms: readonly Room[], modules: readonly Module[]): Problem[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const starts = rooms.filter((room) => room.name === name).flatMap((room) => [...room.entries.values()]);
  const seen = new Set(starts);
  const queue = starts.map((path) => ({ path, way: [path] }));
  const problems: Problem[] = [];
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    for (const reach of byPath.get(step.path)?.reaches ?? []) {
      if (reach.kind !== "import") continue;
      const target = resolve(step.path, reach.what, rooms);
      const next = target.is === "module" ? target.path : target.is === "outside" ? target.name : "";
      if (next === "" || seen.has(next)) continue;
      seen.add(next);
      const way = [...step.way, next];
      if (heavy.some((pattern) => pattern.test(next)))
        problems.push({ rule: "tab-is-small", at: `${step.path}:${reach.line}`, text: `brings ${next} into the page: ${way.join(" → ")}` });
      else queue.push({ path: next, way });
    }
  }
  return problems;
}

/** One line a problem: where, what, which rule, and why it stands. */
export function describe(problem: Problem): string {
  return `${problem.at} ${problem.text} [${problem.rule}]: ${reasons[problem.rule]}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, imports, problems } = checkImports(fileURLToPath(new URL("..", import.meta.url)));
  for (const problem of problems) console.error(describe(problem));
  console.log(`${modules} modules, ${imports} imports, ${problems.length} broken rules`);
  if (modules === 0) console.error("No modules were checked: the check looks in the wrong place");
  process.exitCode = problems.length > 0 || modules === 0 ? 1 : 0;
}
