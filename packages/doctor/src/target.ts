/** What is examined: an address, or a command that serves MCP on its standard streams. */
export type Target = HttpTarget | StdioTarget;

export interface HttpTarget {
  readonly is: "http";
  readonly url: URL;
  /** Sent with every request to `url`'s origin, and to no other; lower-case names. May hold secrets: never reported. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StdioTarget {
  readonly is: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
}

/** A tool that the person named: it is called whatever its hints say. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A part of an address's path that is long enough to be a key: who does not know it reaches nothing. */
export const keyInPath: RegExp = /[\w~-]{20,}/;

/** Names of this very computer, as they stand in a URL. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Addresses of private networks (RFC 1918, 4193, 3927, 6598 and link-local), and names that only such a network knows. */
export function isPrivate(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (/^\[(?:fc|fd|fe[89ab])/.test(name) || name === "[::]" || name.startsWith("[::ffff:")) return true;
  if (/\.(?:local|internal|lan|home|corp|intranet)$/.test(name) || (!name.includes(".") && !name.startsWith("["))) return !isLoopback(name);
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(name);
  if (parts === null) return false;
  const [a, b] = [Number(parts[1]), Number(parts[2])];
  return (
    a === 0 ||
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b < 128)
  );
}
