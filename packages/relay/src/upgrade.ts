import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Fault } from "@jackfield/contract";
import { type AdmitOptions, admit } from "./admit.ts";
import type { Parts } from "./parts.ts";
import type { Peers } from "./peers.ts";
import { SocketRoute, refuseUpgrade } from "./socket-route.ts";

/** The same as `createFront` for what leaves HTTP: WebSockets of holders, and nothing else. */
export function createUpgrade(
  parts: Parts,
  peers: Peers,
  options: AdmitOptions,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const route = new SocketRoute(parts);
  return (request, socket, head) => {
    parts.tally.add("requests");
    // Of our own listener's connections there are no others.
    if (!(socket instanceof Socket)) return void socket.destroy();
    // node:http has let go of it: an error that nobody hears ends the process, and it may wait long for its answer.
    socket.on("error", ignore);
    const peer = peers.of(socket);
    const visitor = admit(parts, request, peer, options);
    if (visitor === undefined) return;
    // An answer that is still to come would be written between the messages.
    if (peer.size > 0) {
      parts.tally.add("pipelined");
      return peer.cut();
    }
    if (Fault.is(visitor)) return parts.refusals.say(peer, () => refuseUpgrade(socket, visitor));
    route.serve(request, socket, head, peer, visitor);
  };
}

/** A broken connection is told by its close. */
function ignore(): void {}
