import fs from "node:fs";

/**
 * Which of our own TCP connections over loopback the other end still holds open, by our local port, from /proc/net/tcp: the only way to learn
 * that a peer cut us off without reading a byte, which a reader that "never reads" must not do. While its window is shut, not even the peer's
 * FIN reaches it. Takes milliseconds where there are many sockets: ask for all ports at once.
 */
export function portsHeld(ports: Iterable<number>): ReadonlySet<number> {
  const wanted = new Set(ports);
  const held = new Set<number>();
  // Each line: number, local, remote, state. The other end has our port as its remote one; 01 is ESTABLISHED.
  for (const [, hex = ""] of fs
    .readFileSync("/proc/net/tcp", "latin1")
    .matchAll(/: [0-9A-F]{8}:[0-9A-F]{4} [0-9A-F]{8}:([0-9A-F]{4}) 01 /g)) {
    const port = Number.parseInt(hex, 16);
    if (wanted.has(port)) held.add(port);
  }
  return held;
}
