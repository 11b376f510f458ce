import { type ContentOptions, type Host, applyCeilings } from "@jackfield/contract";
import { type CoreLimits, createCore } from "@jackfield/mcp";
import { HttpPump, type PumpLimits, nodePorts, pumpCeilings } from "@jackfield/mcp/node";
import { type DoorLimits, type LoopbackLimits, doorCeilings, loopbackCeilings } from "./ceilings.ts";
import { hostEndpoint } from "./host-endpoint.ts";
import { type LoopbackOptions, openLoopback } from "./loopback.ts";
import { SessionMap } from "./session-map.ts";

export interface HttpDoorOptions extends Pick<LoopbackOptions, "port" | "token" | "origins"> {
  readonly limits?: Partial<LoopbackLimits & DoorLimits & Omit<PumpLimits, "messageBytes"> & CoreLimits>;
  readonly content?: ContentOptions;
}

/** What a door holds right now. All zero when nobody is there. */
export interface DoorCounts {
  readonly sessions: number;
  readonly sockets: number;
  /** Calls that are running, parked ones included. */
  readonly calls: number;
  readonly waiting: number;
  readonly streams: number;
  readonly parked: number;
}

/** An open local HTTP door. */
export interface HttpDoor extends AsyncDisposable {
  /** What to paste into a client: `http://localhost:<port>/mcp`. */
  readonly url: string;
  readonly port: number;
  /** The port asked for was taken. */
  readonly moved: boolean;
  counts(): DoorCounts;
  close(): Promise<void>;
}

/**
 * Serves a host as Streamable HTTP on this computer, at `/mcp`, to any number of clients of any revision: one process for all chats. Every
 * client that reaches it has the same rights, and its calls are counted by themselves; `/health` says that it lives. The host stays the caller's to close.
 */
export async function httpDoor(host: Host, options: HttpDoorOptions): Promise<HttpDoor> {
  const limits = {
    ...applyCeilings(doorCeilings, options.limits).limits,
    ...applyCeilings(pumpCeilings, options.limits).limits,
    ...applyCeilings(loopbackCeilings, options.limits).limits,
  };
  const ports = nodePorts();
  // All chats share the core's one scope: as many may have their stream open as have a connection.
  const core = createCore(ports, { streamsPerScope: limits.sockets, ...options.limits });
  const endpoint = hostEndpoint(host, {
    door: "http",
    scope: "http",
    manyChats: true,
    principal: { kind: "local", id: "http", scopes: [] },
    limits,
    ...(options.content === undefined ? {} : { content: options.content }),
  });
  const sessions = new SessionMap({
    ...limits,
    now: () => ports.now(),
    mint: () => ports.mint(),
    ended: (session) => core.endSession(endpoint, session),
  });
  // What the listener lets in by its declared length, the pump lets in by what arrives.
  const pump = new HttpPump({
    core,
    limits: { ...limits, messageBytes: limits.bodyBytes },
    headers: ["x-content-type-options", "nosniff"],
  });

  const loopback = await openLoopback({
    ...options,
    limits,
    handle(request, response, target) {
      if (target.path === "/mcp") return pump.handle(request, response, endpoint, sessions);
      request.resume();
      const body = JSON.stringify(
        target.path === "/health" ? { ok: true, name: host.info.name, version: host.info.version } : { error: "not found" },
      );
      response.writeHead(target.path === "/health" ? 200 : 404, {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.end(request.method === "HEAD" ? undefined : body);
    },
  });

  const unlisten = host.onChange((change) => core.publish(endpoint.scope, change));
  // Once a second is enough for the limits as they are; smaller ones are kept to a quarter of themselves.
  const shortest = Math.min(
    limits.sessionIdleMs,
    options.limits?.hangUpMs ?? Infinity,
    options.limits?.keepAliveMs ?? Infinity,
    options.limits?.streamAfterMs ?? Infinity,
  );
  const timer = setInterval(
    () => {
      core.tick();
      sessions.sweep();
      pump.tick(ports.now());
    },
    Math.min(1_000, Math.max(25, shortest / 4)),
  );

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= (async () => {
      clearInterval(timer);
      unlisten();
      // Ends streams and calls first, so that their answers leave before the sockets are cut.
      core.endScope(endpoint.scope);
      await loopback.close();
    })());
  return {
    url: `${loopback.origin}/mcp`,
    port: loopback.port,
    moved: loopback.moved,
    counts: () => ({ ...core.counts(), sessions: sessions.size, sockets: loopback.sockets(), calls: endpoint.running() }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
