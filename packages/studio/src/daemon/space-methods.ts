import type { Json } from "@jackfield/contract";
import type { Undone } from "../song/history.ts";
import { type FieldSchema, fieldProblem } from "../song/fields.ts";
import { Refusal } from "../open-song/refusal.ts";
import { type Role, roles } from "../song/op-row.ts";
import { authorOfId } from "../sync/ask.ts";
import { type Fields, type RpcId, rpcCodes } from "./rpc.ts";
import { RpcFailure } from "./rpc-failure.ts";
import type { Guest, SpaceConnection } from "./space-connection.ts";
import { type ToolCall, callTool, toolsOf } from "./space-tools.ts";
import { authorView, changeView, commentView, proposalDetail, proposalView } from "./space-views.ts";

/** What a method has to do with. */
export interface MethodCall {
  readonly connection: SpaceConnection;
  readonly guest: Guest;
  /** Of the request. */
  readonly id: RpcId;
}

interface Method {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  run(params: Fields, call: MethodCall): Json | Promise<Json>;
}

/** Runs a method of the protocol. Throws `RpcFailure` where there is none or its params are not its own, and whatever the song refuses. */
export async function spaceMethods(name: string, params: Fields, call: MethodCall): Promise<Json> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw new RpcFailure(rpcCodes.method, "There is no such method");
  const problem = fieldProblem(
    params,
    { type: "object", properties: method.fields, required: method.required, additionalProperties: false },
    name,
  );
  if (problem !== undefined) throw new RpcFailure(rpcCodes.params, problem);
  return await method.run(params, call);
}

const text = (maxLength: number, minLength = 0): FieldSchema => ({ type: "string", minLength, maxLength });
const id = text(40, 1);
const note = text(1_000);
const count: FieldSchema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const flag: FieldSchema = { type: "boolean" };
const anything: FieldSchema = { type: "object", properties: {}, required: [], additionalProperties: true };

function method<T extends object>(
  fields: Readonly<Record<keyof T & string, FieldSchema>>,
  required: readonly (keyof T & string)[],
  run: (params: T, call: MethodCall) => Json | Promise<Json>,
): Method {
  return { fields, required, run: (params, call) => run(params as unknown as T, call) };
}

const methods: Readonly<Record<string, Method>> = {
  "tools.list": method({}, [], (_, { connection, guest }) => ({ tools: [...toolsOf(connection.daemon.tools, guest.caller.role)] })),
  "tools.call": method<ToolCall>(
    {
      name: text(64, 1),
      arguments: anything,
      author: { type: "string", maxLength: 6, enum: ["person", "agent"] },
      agent: {
        type: "object",
        properties: { id: { type: "string", minLength: 1, maxLength: 48, pattern: "^[A-Za-z0-9._-]+$" }, name: text(128) },
        required: ["id"],
        additionalProperties: false,
      },
      confirmed: flag,
      progressToken: text(64, 1),
    },
    ["name"],
    (params, { connection, guest, id: request }) => callTool(connection, guest, request, params),
  ),

  "changes.list": method<{ before?: number; limit?: number }>({ before: count, limit: count }, [], ({ before, limit }, { connection }) => {
    const { open, limits } = connection.daemon;
    const most = Math.min(limits.listed, limit ?? limits.listed);
    const older = before === undefined ? open.changes : open.changes.filter(({ seq }) => seq < before);
    const list = most === 0 ? [] : older.slice(-most);
    return {
      rev: open.song.rev,
      more: list.length < older.length,
      changes: list.map((change) => changeView(open, change)),
      proposals: open.proposals.map(proposalView),
    };
  }),
  "changes.get": method<{ id: string }>({ id }, ["id"], ({ id: of }, { connection }) => {
    const { open } = connection.daemon;
    if (of.startsWith("r_")) return { proposal: proposalDetail(open, open.proposal(of)) };
    const change = open.changes.find(({ seq }) => String(seq) === of);
    if (change === undefined) throw new Refusal("missing", "There is no such change, or it is too old");
    return { change: changeView(open, change), ops: change.ops as unknown as Json };
  }),
  "changes.approve": method<{ id: string; take?: string; note?: string }>(
    { id, take: text(1, 1), note },
    ["id"],
    ({ id: of, ...options }, { connection: { daemon }, guest }) => {
      const { proposal, change, missed } = daemon.open.approve(guest.caller, of, options);
      return {
        proposal: proposalView(proposal),
        missed: missed.map(({ op }) => op),
        ...(change === undefined ? {} : { change: changeView(daemon.open, change) }),
      };
    },
  ),
  "changes.reject": method<{ id: string; note?: string }>({ id, note }, ["id"], ({ id: of, ...options }, { connection, guest }) => ({
    proposal: proposalView(connection.daemon.open.reject(guest.caller, of, options)),
  })),
  "changes.withdraw": method<{ id: string }>({ id }, ["id"], ({ id: of }, { connection, guest }) => ({
    proposal: proposalView(connection.daemon.open.withdraw(guest.caller, of)),
  })),
  "changes.undo": method({}, [], (_, call) => undone(call, ({ open }, { caller }) => open.undo(caller))),
  "changes.redo": method({}, [], (_, call) => undone(call, ({ open }, { caller }) => open.redo(caller))),
  "changes.revert": method<{ of?: string; since?: number; changes?: readonly number[] }>(
    { of: text(128, 1), since: count, changes: { type: "array", items: count, maxItems: 1_000 } },
    [],
    ({ of, since, changes }, call) =>
      undone(call, ({ open }, { caller }) => {
        open.demand(caller, "undo-own");
        if (changes !== undefined) return open.takeBack(caller, changes);
        return open.revert(caller, authorOfId(open, caller, of ?? caller.author.id), since ?? 1);
      }),
  ),

  "comments.list": method({}, [], (_, { connection }) => ({ comments: connection.daemon.open.comments.map(commentView) })),
  "comments.create": method<{ text: string; tick?: number; track?: string }>(
    { text: text(20_000), tick: count, track: id },
    ["text"],
    (request, { connection, guest }) => ({ comment: commentView(connection.daemon.open.comment(guest.caller, request)) }),
  ),
  "comments.reply": method<{ id: string; text: string }>({ id, text: text(20_000) }, ["id", "text"], (params, { connection, guest }) => ({
    comment: commentView(connection.daemon.open.reply(guest.caller, params.id, params.text)),
  })),
  "comments.resolve": method<{ id: string; resolved?: boolean }>({ id, resolved: flag }, ["id"], (params, { connection, guest }) => ({
    comment: commentView(connection.daemon.open.resolve(guest.caller, params.id, params.resolved ?? true)),
  })),

  "focus.set": method<{ place: Readonly<Record<string, Json>> }>({ place: anything }, ["place"], ({ place }, { connection, guest }) => {
    const { daemon } = connection;
    const most = daemon.limits.focusCharacters;
    if (JSON.stringify(place).length > most) throw new RpcFailure(rpcCodes.params, `place has more than ${most} characters`);
    daemon.setPlace(guest.caller.author.id, place);
    return {};
  }),
  // One's own and nobody else's: where another person looks is theirs.
  "focus.get": method({}, [], (_, { connection, guest }) => ({ place: connection.daemon.placeOf(guest.caller.author.id) })),

  "people.list": method({}, [], (_, { connection }) => ({ people: connection.daemon.people.map((person) => ({ ...person })) })),
  "people.role": method<{ id: string; role: Role }>(
    { id: text(64, 1), role: { type: "string", maxLength: 8, enum: roles } },
    ["id", "role"],
    ({ id: of }, { connection: { daemon }, guest }) => {
      daemon.open.demand(guest.caller, "admin");
      return { ended: daemon.dismiss(of, false) };
    },
  ),
  "people.remove": method<{ id: string }>({ id: text(64, 1) }, ["id"], ({ id: of }, { connection: { daemon }, guest }) => {
    daemon.open.demand(guest.caller, "admin");
    return { ended: daemon.dismiss(of, true) };
  }),

  "space.agents": method<{ rule: "apply" | "propose" }>(
    { rule: { type: "string", maxLength: 7, enum: ["apply", "propose"] } },
    ["rule"],
    ({ rule }, { connection, guest }) => {
      connection.daemon.open.setAgents(guest.caller, rule);
      return { agents: rule };
    },
  ),

  "song.follow": method<{ follower: string; order?: string; since?: number }>(
    { follower: text(64, 1), order: text(64, 1), since: count },
    ["follower"],
    (params, { connection }) => {
      connection.followSong({ is: "hello", ...params });
      return {};
    },
  ),
};

/** Names of all methods, `session.hello` first. */
export const spaceMethodNames: readonly string[] = ["session.hello", ...Object.keys(methods)];

function undone({ connection: { daemon }, guest }: MethodCall, run: (daemon: SpaceConnection["daemon"], guest: Guest) => Undone): Json {
  const { change, kept, tooOld } = run(daemon, guest);
  return {
    kept: kept.map(({ path, of, why }) => ({ path, of: authorView(of), why })),
    tooOld,
    rev: daemon.open.song.rev,
    ...(change === undefined ? {} : { change: changeView(daemon.open, change) }),
  };
}
