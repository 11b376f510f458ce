import { builtinModules } from "node:module";
import { isTest, type Module, type Room, type Target } from "./rooms.ts";

/** The rank of each room: imports go strictly down. A new room is entered here first. */
export const ranks = {
  contract: 0,
  wire: 1,
  files: 1,
  mcp: 2,
  gate: 2,
  upstream: 3,
  doors: 3,
  doctor: 3,
  relay: 3,
  tab: 3,
  studio: 3,
  web: 4,
  "studio-page": 5,
  examples: 5,
  cli: 6,
} as const satisfies Record<string, number>;

/** Why a rule stands: every message ends with it. */
export const reasons = {
  rank: "imports go strictly down, so that a lower room can be read, tested and shipped without the higher ones",
  unranked: "a room without a rank is not held by any rule: enter it in scripts/imports/rules.ts",
  "relay-holds-no-tools": "the relay must be unable to run a tool, even by mistake",
  "door-makes-no-host": "a door that can reach the gate could make a host that has no guards",
  "doctor-is-foreign": "a doctor that shares the protocol's code with a server of ours would share its faults, and find none",
  "tab-is-small": "a page downloads all of it: zod alone weighs more than the tab's whole size budget",
  "no-node": "this room also runs in browsers, or does no I/O of its own: pass it in",
  "one-way-to-files": "a tool that opens paths by itself goes around the roots that a person set: hand it @jackfield/files",
  settings: "settings are read in one place, packages/cli/src/config.ts, and handed down as values",
  inside: "rooms meet at their entries: a file inside another room may change or go without notice",
  missing: "the room has no such entry in the exports of its package.json",
  computed: "no check can see where a computed import goes",
  "test-only": "tests are not part of any room's code",
} as const satisfies Record<string, string>;

export type Rule = keyof typeof reasons;

export interface Problem {
  readonly rule: Rule;
  readonly at: string;
  readonly text: string;
}

const rankOf: Readonly<Record<string, number>> = ranks;
const nodeFree = new Set(["contract", "wire", "mcp", "gate", "tab", "studio", "web", "studio-page", "examples"]);
/** The corners of node-free rooms where Node is the point. */
const nodeCorners = ["packages/mcp/src/node/", "packages/gate/src/node/", "packages/studio/src/node/", "examples/space-daemon/src/"];
const relayMay = new Set(["contract", "wire", "mcp"]);
const tabMay = new Set(["contract", "wire"]);
const doctorMay = new Set(["contract", "wire"]);
const settingsModules = new Set(["node:process", "process"]);
/** Who may touch the file system: what confines it, and what reads its own settings and starts programs. No tool's path comes there. */
const mayOpenFiles = new Set(["files", "cli", "upstream"]);
const fileModules = new Set(["node:fs", "node:fs/promises", "fs", "fs/promises"]);
const builtins = new Set(builtinModules);

/** What one import of a module breaks. */
export function checkImport(from: Module, specifier: string, target: Target): { rule: Rule; text: string }[] {
  if (target.is === "missing") return [{ rule: "missing", text: `imports ${specifier}` }];
  if (target.is === "outside") {
    if (settingsModules.has(target.name) && from.room !== "cli" && !from.test)
      return [{ rule: "settings", text: `imports "${target.name}" in ${from.room}` }];
    if (fileModules.has(target.name) && mayUseNode(from) && !mayOpenFiles.has(from.room) && !from.test)
      return [{ rule: "one-way-to-files", text: `imports "${target.name}" in ${from.room}` }];
    if (mayUseNode(from) || !isBuiltin(target.name)) return [];
    return [{ rule: "no-node", text: `imports the Node builtin "${target.name}" in ${from.room}` }];
  }
  if (from.test) return [];
  if (target.room === undefined) return [{ rule: "inside", text: `imports ${target.path}, outside every room` }];
  if (specifier.startsWith(".") && isTest(target.path)) return [{ rule: "test-only", text: `imports the test ${target.path}` }];
  if (!mayUseNode(from) && nodeCorners.some((corner) => target.path.startsWith(corner)))
    return [{ rule: "no-node", text: `imports ${target.path} in ${from.room}` }];
  return target.room.name === from.room ? [] : checkRooms(from, specifier, target.room);
}

function checkRooms(from: Module, specifier: string, to: Room): { rule: Rule; text: string }[] {
  const broken: { rule: Rule; text: string }[] = [];
  const mine = rankOf[from.room];
  const theirs = rankOf[to.name];
  if (specifier.startsWith(".")) broken.push({ rule: "inside", text: `reaches into ${to.name} by path "${specifier}"` });
  if (from.room === "relay" && !relayMay.has(to.name))
    broken.push({ rule: "relay-holds-no-tools", text: `imports ${to.name}: the relay may import contract, wire and mcp` });
  if (from.room === "doors" && to.name === "gate") broken.push({ rule: "door-makes-no-host", text: "imports gate in doors" });
  if (from.room === "tab" && !tabMay.has(to.name))
    broken.push({ rule: "tab-is-small", text: `imports ${to.name}: the tab may import contract and wire` });
  if (from.room === "doctor" && !doctorMay.has(to.name))
    broken.push({ rule: "doctor-is-foreign", text: `imports ${to.name}: the doctor may import contract and wire` });
  if (mine !== undefined && theirs !== undefined && theirs >= mine)
    broken.push({ rule: "rank", text: `imports ${to.name} (rank ${theirs}) in ${from.room} (rank ${mine})` });
  return broken;
}

/** What a module breaks by what else it reaches for. */
export function checkReach(from: Module, kind: "computed" | "setting" | "global", what: string): { rule: Rule; text: string }[] {
  if (from.test) return [];
  if (kind === "setting") return from.room === "cli" ? [] : [{ rule: "settings", text: `reads ${what} in ${from.room}` }];
  if (kind === "computed") return from.room === "cli" ? [] : [{ rule: "computed", text: `has ${what} with a computed specifier` }];
  return mayUseNode(from) ? [] : [{ rule: "no-node", text: `uses the Node global ${what} in ${from.room}` }];
}

function mayUseNode(module: Module): boolean {
  return module.test || !nodeFree.has(module.room) || nodeCorners.some((corner) => module.path.startsWith(corner));
}

function isBuiltin(name: string): boolean {
  return name.startsWith("node:") || builtins.has(name);
}
