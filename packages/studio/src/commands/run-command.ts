import { Fault, type Json, safeText } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { fieldProblem } from "../song/fields.ts";
import { roles } from "../song/op-row.ts";
import type { Studio } from "../studio.ts";
import type { StudioCall } from "../tools/studio-tool.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import type { Desk } from "./desk.ts";
import { LiveDesk } from "./live-desk.ts";

const byId: ReadonlyMap<string, Command> = new Map(commands.map((each) => [each.id, each]));

/**
 * Does one thing in the studio, as a menu, a shortcut or an agent asks for it. Params are checked here. Throws `Fault` for what is asked wrongly,
 * `Refusal` for what the song says no to.
 */
export async function runCommand(studio: Studio, id: string, params: unknown, call: StudioCall): Promise<Json> {
  return await runAt(new LiveDesk(studio, call), id, params);
}

/** The same at any desk. */
export async function runAt(desk: Desk, id: string, params: unknown = {}): Promise<Json> {
  const found = commandNamed(id);
  // First, so that who may not do it hears nothing else.
  demandRole(desk, found);
  const problem = fieldProblem(params, found.params, found.id);
  if (problem !== undefined) throw new Fault("arguments_invalid", problem, { hint: hintOf(found) });
  const why = found.blocked?.(desk.studio);
  if (why !== undefined) throw new Refusal("nothing", why);
  desk.call.signal.throwIfAborted();
  return await found.run(desk, params as Readonly<Record<string, unknown>>);
}

/** Throws Fault `arguments_invalid` that names the nearest. */
export function commandNamed(id: string): Command {
  const found = byId.get(id);
  if (found !== undefined) return found;
  const last = id.slice(id.lastIndexOf(".") + 1);
  const near = commands
    .filter((each) => each.id.startsWith(`${id.split(".")[0] ?? ""}.`) || each.id.endsWith(`.${last}`))
    .map((each) => each.id);
  throw new Fault("arguments_invalid", `There is no command ${JSON.stringify(safeText(id, 64))}`, {
    hint: near.length === 0 ? "list_commands names all of them" : `Near it: ${near.slice(0, 12).join(", ")}`,
  });
}

function demandRole(desk: Desk, { role }: Command): void {
  const has = desk.call.caller.role;
  if (roles.indexOf(has) >= roles.indexOf(role)) return;
  throw new Refusal(has === "viewer" ? "session.read_only" : has === "reviewer" ? "session.comment_only" : "session.not_yours");
}

function hintOf({ id, params }: Command): string {
  const names = Object.keys(params.properties).map((name) => (params.required.includes(name) ? name : `${name}?`));
  return names.length === 0 ? `${id} takes no params` : `${id} takes ${names.join(", ")}`;
}
