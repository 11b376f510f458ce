import fs from "node:fs";

export type TcpState = "open" | "closed by the peer" | "gone";

/**
 * The state of our own TCP connection by its local port, from /proc/net/tcp: the only way to learn that the peer cut us off without reading
 * a byte, which a peer that "never reads" must not do.
 */
export function tcpState(localPort: number): TcpState {
  const wanted = localPort.toString(16).toUpperCase().padStart(4, "0");
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of fs.readFileSync(file, "latin1").split("\n")) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(`:${wanted}`) !== true || fields[3] === undefined) continue;
      // Listening and other ends of the same port number have other states; ours is one of these.
      if (fields[3] === "01") return "open";
      if (fields[3] === "08") return "closed by the peer";
    }
  }
  return "gone";
}
