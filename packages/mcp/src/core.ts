import { applyCeilings } from "@jackfield/contract";
import { mcpCeilings } from "./ceilings.ts";
import { Engine } from "./engine.ts";
import { HttpFront } from "./http.ts";
import { LineFront } from "./line.ts";
import type { Core, CoreLimits, Ports } from "./types.ts";

/** The protocol core: every revision, both framings, any number of endpoints. Limits above `mcpCeilings`' hard maximum are clamped. */
export function createCore(ports: Ports, limits: Partial<CoreLimits> = {}): Core {
  const engine = new Engine(ports, applyCeilings(mcpCeilings, limits).limits);
  const http = new HttpFront(engine);
  const lines = new LineFront(engine);
  return {
    http: (head, body, endpoint, sessions, sink) => http.handle(head, body, endpoint, sessions, sink),
    line: (bytes, peer) => lines.handle(bytes, peer),
    closeLine: (peer) => lines.close(peer),
    endSession: (endpoint, session) => engine.endSession(endpoint, session),
    publish: (scope, change) => engine.publish(scope, change),
    endScope: (scope) => engine.endScope(scope),
    tick: () => {
      const now = ports.now();
      http.tick(now);
      engine.streams.tick(now);
      engine.questions.tick(now);
      engine.parking.tick(now);
    },
    counts: () => ({ waiting: engine.calls.size, streams: engine.streams.size, parked: engine.parking.size }),
  };
}
