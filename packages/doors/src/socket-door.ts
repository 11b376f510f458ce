import { Fault } from "@jackfield/contract";
import { type Loopback, openLoopback } from "./loopback.ts";
import { refuse } from "./refuse.ts";
import { type TextSocketsOptions, textSockets } from "./text-socket.ts";

export interface SocketDoorOptions extends TextSocketsOptions {
  /** The first port to try; 0 takes any. */
  readonly port: number;
}

export interface SocketDoor extends AsyncDisposable {
  readonly port: number;
  readonly moved: boolean;
  /** `ws://localhost:PORT/PATH`. */
  readonly url: string;
  /** Open connections. */
  connections(): number;
  /** Takes no more, and ends those that are open. Twice does no harm. */
  close(): Promise<void>;
}

/**
 * A door of WebSockets on this computer, for a protocol of text messages. Host and Origin are checked as for every listener of the product, so that no
 * web page of another origin comes in. It asks for no token: the protocol does, in its first message, where no log has it.
 */
export async function socketDoor(options: SocketDoorOptions): Promise<SocketDoor> {
  const { port, path } = options;
  const sockets = await textSockets(options);
  const loopback: Loopback = await openLoopback({
    port,
    handle: (request, response) => refuse(request, response, new Fault("not_found")),
    upgrade: (request, raw, head, target) => sockets.upgrade(request, raw, head, target),
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= (async () => {
      sockets.close();
      await loopback.close();
    })());
  return {
    port: loopback.port,
    moved: loopback.moved,
    url: `ws://localhost:${loopback.port}${path}`,
    connections: () => sockets.connections(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
