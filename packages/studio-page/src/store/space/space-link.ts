import type { FollowerMessage, SongFollower } from "@jackfield/studio";

/** How a page stands to its space. */
export type SpaceStanding =
  | { readonly is: "joining" }
  | { readonly is: "here" }
  /** It comes again by itself. */
  | { readonly is: "away" }
  /** It does not. */
  | { readonly is: "ended"; readonly why: string };

export interface SpaceLinkOptions {
  readonly url: string;
  readonly follower: SongFollower;
  /** Names the follower over its connections. */
  readonly name: string;
  readonly stands: (standing: SpaceStanding) => void;
}

export interface SpaceLink {
  /** Twice does no harm. */
  close(): void;
}

/** Milliseconds between tries to come again: twice as long each time. */
const firstTryMs = 500;
const lastTryMs = 8_000;

/** Close codes after which there is no coming again (docs/space-protocol.md §9). */
const forGood: Readonly<Record<number, string>> = {
  4401: "The space does not know this page any more: start jackfield studio --join again",
  4403: "You are not on this song any more",
};

/** Follows a space's song over the page's own server, by the space protocol; comes again whenever the connection breaks. */
export function joinSpace({ url, follower, name, stands }: SpaceLinkOptions): SpaceLink {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstTryMs;
  let isOver = false;

  function open(): void {
    const made = new WebSocket(url);
    socket = made;
    made.onopen = () => ask(made, helloId, "session.hello", { client: { name: "Studio" } });
    made.onmessage = ({ data }: MessageEvent<unknown>) => heard(made, data);
    made.onclose = ({ code }) => closed(code);
  }

  function heard(from: WebSocket, data: unknown): void {
    const message = parsed(data);
    if (message === undefined) return from.close(4_400);
    if (message["method"] === "song.heard") return follower.receive(message["params"]);
    if (message["method"] === "song.ended") return from.close(1_000);
    if (message["id"] !== helloId || message["result"] === undefined) return;
    wait = firstTryMs;
    stands({ is: "here" });
    follower.connect({
      get waiting() {
        return from.bufferedAmount;
      },
      send: (said) => say(from, said),
      close: () => from.close(1_000),
    });
  }

  function say(to: WebSocket, message: FollowerMessage): void {
    if (to.readyState !== WebSocket.OPEN) return;
    if (message.is !== "hello") return to.send(JSON.stringify({ jsonrpc: "2.0", method: "song.say", params: message }));
    const { order, since } = message;
    ask(to, followId, "song.follow", {
      follower: name,
      ...(order === undefined ? {} : { order }),
      ...(since === undefined ? {} : { since }),
    });
  }

  function closed(code: number): void {
    follower.lost();
    if (isOver) return;
    const why = forGood[code];
    if (why !== undefined) {
      isOver = true;
      return stands({ is: "ended", why });
    }
    stands({ is: "away" });
    timer = setTimeout(open, wait);
    wait = Math.min(lastTryMs, wait * 2);
  }

  stands({ is: "joining" });
  open();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.close(1_000);
    },
  };
}

const helloId = 1;
const followId = 2;

function ask(socket: WebSocket, id: number, method: string, params: object): void {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
}

function parsed(data: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
