import type { Json } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { type ObjectSchema, fieldProblem } from "../song/fields.ts";
import { type Role, roles } from "../song/op-row.ts";
import { Studio } from "../studio.ts";
import { type Fields, rpcCodes } from "./rpc.ts";
import type { Guest } from "./space-connection.ts";
import type { SpaceDaemon } from "./space-daemon.ts";

/** The version of the protocol that is spoken here: docs/space-protocol.md. */
export const spaceProtocol = 1;

/** Who came, and what they are told; or what is wrong with how they came. */
export type Greeted = { readonly guest: Guest; readonly result: Json } | { readonly problem: string; readonly code: number };

/**
 * Reads a greeting. Whoever has the daemon's token is believed about who comes and as what: the token is for a program that has asked for
 * itself who that is, and not for a person. A token that is wrong is not told from one that is missing.
 */
export function greet(daemon: SpaceDaemon, params: Fields): Greeted {
  const problem = fieldProblem(params, greetingSchema, "session.hello");
  if (problem !== undefined) return { problem, code: rpcCodes.params };
  const { protocol, token, as } = params as unknown as Greeting;
  if (!daemon.isToken(token)) return { problem: "The token is not this daemon's", code: rpcCodes.stranger };
  if (protocol !== spaceProtocol) return { problem: `This daemon speaks version ${spaceProtocol} of the protocol`, code: rpcCodes.params };
  const name = cleanText(as.name, 64).trim() || as.id;
  const { open, studio } = daemon;
  const guest: Guest = {
    caller: { author: { id: as.id, name, kind: "person", via: "space" }, role: as.role },
    studio: new Studio(studio.ports, open),
  };
  const { requestsPerMinute, messageCharacters, runningCalls } = daemon.limits;
  return {
    guest,
    result: {
      protocol: spaceProtocol,
      daemon: { name: daemon.name, version: daemon.version },
      space: { id: open.song.id, title: open.song.title },
      you: { id: as.id, name, role: as.role },
      agents: open.agents,
      rev: open.song.rev,
      limits: { requestsPerMinute, messageCharacters, runningCalls },
    },
  };
}

interface Greeting {
  readonly protocol: number;
  readonly token: string;
  readonly as: { readonly id: string; readonly name: string; readonly role: Role };
}

const greetingSchema: ObjectSchema = {
  type: "object",
  properties: {
    protocol: { type: "integer", minimum: 1, maximum: 1_000_000 },
    token: { type: "string", minLength: 1, maxLength: 256 },
    as: {
      type: "object",
      properties: {
        id: { type: "string", minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9._@+-]*$" },
        name: { type: "string", maxLength: 128 },
        role: { type: "string", maxLength: 8, enum: roles },
      },
      required: ["id", "name", "role"],
      additionalProperties: false,
    },
    client: { type: "object", properties: {}, required: [], additionalProperties: true },
  },
  required: ["protocol", "token", "as"],
  additionalProperties: false,
};
