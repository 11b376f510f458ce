import { fileURLToPath } from "node:url";
import {
  type Answer,
  type ClientCan,
  Ender,
  Fault,
  type Json,
  type JsonObject,
  type LogLevel,
  type Outcome,
  type Progress,
  type Question,
  parsedOutcome,
  resultOf,
} from "@jackfield/contract";
import { type GateHost, createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { type ServerCommand, TreeKeeper, type UpstreamEvent, type UpstreamOptions, openUpstream } from "@jackfield/upstream";

/** One client of the host, as a door would make it. */
export interface TestClient {
  readonly mark?: string;
  readonly revision?: string;
  readonly can?: Partial<ClientCan>;
  readonly ending?: Ender;
  readonly progress?: (progress: Progress) => void;
  readonly log?: (level: LogLevel, data: Json) => void;
  readonly ask?: (questions: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
}

/** An upstream server behind the gate, and what a test asks of it. */
export interface Setting extends AsyncDisposable {
  readonly host: GateHost;
  readonly events: readonly UpstreamEvent[];
  /** Text of the result, or `code: message` of the fault. */
  call(tool: string, input?: JsonObject, client?: TestClient): Promise<string>;
  outcome(tool: string, input?: JsonObject, client?: TestClient): Promise<Outcome>;
  caller(client?: TestClient): Parameters<GateHost["call"]>[0]["caller"];
  strange(): string[];
}

export const local = { kind: "local", id: "test", scopes: [] } as const;

/** A plain Node program of ours in servers/. */
export function naughty(kind: string, ...args: readonly (string | number)[]): ServerCommand {
  const program = fileURLToPath(new URL("servers/naughty.mjs", import.meta.url));
  return { command: process.execPath, args: [program, kind, ...args.map(String)], env: { PATH: process.env["PATH"] } };
}

export async function open(
  server: UpstreamOptions["server"],
  options: Omit<Partial<UpstreamOptions>, "server" | "keeper"> = {},
): Promise<Setting> {
  const keeper = new TreeKeeper();
  const events: UpstreamEvent[] = [];
  const toolset = await openUpstream({ server, keeper, onEvent: (event) => events.push(event), ...options }).catch((thrown: unknown) => {
    keeper.close();
    throw thrown;
  });
  const host = createHost(await openToolsets([toolset]), {
    ports: nodePorts,
    policy: { ask: "none" },
    limits: { callsPerMark: 64, callsPerScope: 128 },
  });
  const caller: Setting["caller"] = ({
    mark = "one",
    revision = "2025-11-25",
    can = {},
    ending = new Ender(),
    progress,
    log,
    ask,
  } = {}) => ({
    key: String(Math.random()),
    principal: local,
    client: { name: "test", version: "1", revision, can: { elicitForm: true, elicitUrl: true, sampling: true, roots: true, ...can } },
    door: "test",
    scope: "test",
    mark,
    ending,
    progress: progress ?? (() => undefined),
    log: log ?? (() => undefined),
    ask: ask ?? (() => Promise.reject(new Fault("ask_unavailable"))),
  });
  const outcome: Setting["outcome"] = (tool, input = {}, client) =>
    Promise.resolve(host.call({ tool, input, raw: () => Buffer.from(JSON.stringify(input)), caller: caller(client) }));
  return {
    host,
    events,
    caller,
    outcome,
    call: async (tool, input, client) => {
      const ended = await outcome(tool, input, client);
      if (ended.is === "fault") return `${ended.fault.code}: ${ended.fault.message}`;
      const content = resultOf(parsedOutcome(ended), {})["content"] as readonly { readonly text?: string }[] | undefined;
      return content?.map(({ text }) => text ?? "").join("") ?? "";
    },
    strange: () => events.flatMap((event) => (event.is === "strange" ? [event.why] : [])),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      keeper.close();
    },
  };
}

export async function eventually(check: () => boolean | Promise<boolean>, ms = 8_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error("it never came to hold");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
