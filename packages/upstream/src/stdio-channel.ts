import type { Channel, ChannelEvents, Connect } from "./channel.ts";
import type { UpstreamLimits } from "./ceilings.ts";
import { Child, type ServerCommand } from "./child.ts";
import { numberAtEnds } from "./incoming.ts";
import { tooLarge } from "./too-large.ts";
import type { TreeKeeper } from "./tree-keeper.ts";

/** A server as a child process, one message a line (MCP stdio). */
export function stdioConnect(server: ServerCommand, keeper: TreeKeeper, limits: UpstreamLimits): Connect {
  return (events: ChannelEvents): Channel => {
    const child = new Child(server, keeper, limits, {
      line: (pieces) => void events.message(pieces, undefined),
      tooLong: (head, tail) => events.lost(numberAtEnds(head, tail), tooLarge(limits)),
      ended: (fault) => events.ended(fault),
    });
    return {
      request: (_number, message) => child.send(message),
      say: (message) => child.send(message),
      abandon: () => false,
      opened: () => undefined,
      get lastWords() {
        return child.stderrTail;
      },
      close: () => child.close(),
    };
  };
}
