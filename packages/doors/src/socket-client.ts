import { Fault, applyCeilings } from "@jackfield/contract";
import { type SocketLimits, socketCeilings } from "./ceilings.ts";
import type { TextPeer, TextPort } from "./text-socket.ts";

/**
 * Connects to a door of WebSockets on this computer. Rejects with Fault `far_end_gone` where nobody answers. `peer` hears what comes, and that it
 * is over, with the code that the other side ended it with.
 */
export async function openSocket(
  url: string,
  peer: Pick<TextPeer, "receive"> & { closed(code: number): void },
  given?: Partial<SocketLimits>,
): Promise<TextPort> {
  const { limits } = applyCeilings(socketCeilings, given);
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: limits.socketMessageBytes,
    handshakeTimeout: limits.socketHandshakeMs,
    followRedirects: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (cause) => reject(new Fault("far_end_gone", `Nobody answers at ${url}`, { cause })));
  });
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer, isBinary: boolean) => (isBinary ? socket.close(1003) : peer.receive(data.toString("utf8"))));
  socket.once("close", (code: number) => peer.closed(code));
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    get waiting() {
      return socket.bufferedAmount;
    },
    close: (code, reason) => socket.close(code, reason),
  };
}
