import fs from "node:fs";

/**
 * Whether the other end of one of our TCP connections over loopback still holds it open, from /proc/net/tcp: the only way to learn that a
 * peer cut us off without reading a byte, which a reader that "never reads" must not do. While its window is shut, not even the peer's FIN
 * reaches it. `localPort` is our own end's.
 */
export function peerHolds(localPort: number): boolean {
  const wanted = `:${localPort.toString(16).toUpperCase().padStart(4, "0")}`;
  const table = fs.readFileSync("/proc/net/tcp", "latin1");
  for (let at = table.indexOf(wanted); at >= 0; at = table.indexOf(wanted, at + 1)) {
    const line = table.slice(table.lastIndexOf("\n", at) + 1, table.indexOf("\n", at));
    const [, , remote = "", state] = line.trim().split(/\s+/);
    // Its own end has our port as the remote one; 01 is ESTABLISHED.
    if (remote.endsWith(wanted) && state === "01") return true;
  }
  return false;
}
