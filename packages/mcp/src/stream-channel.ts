import { sseComment, sseNamed } from "@jackfield/wire";
import { streamHeaders } from "./http-outlet.ts";
import type { LinePeer, Sink } from "./types.ts";

/** How a server-to-client stream reaches its peer: as events of one HTTP answer, or as lines among others. */
export interface StreamChannel {
  open(): void;
  say(message: Uint8Array): void;
  /** Something without meaning, so that proxies keep the stream. */
  idle(): void;
  end(): void;
}

/** A stream as an HTTP answer of its own. */
export function httpChannel(sink: Sink): StreamChannel {
  const comment = sseComment("keep-alive");
  return {
    open: () => {
      sink.open(200, streamHeaders);
      sink.write(comment);
    },
    say: (message) => sink.write(sseNamed("message", message)),
    idle: () => sink.write(comment),
    end: () => sink.end(),
  };
}

/** A stream among the other messages of a line: it has no end of its own on the wire. */
export function lineChannel(peer: LinePeer): StreamChannel {
  return { open: () => undefined, say: (message) => peer.send(message), idle: () => undefined, end: () => undefined };
}
