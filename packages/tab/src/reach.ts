/** Why a hosted AI client, which calls from its own cloud, will not reach a connector URL. */
export interface ReachProblem {
  readonly code: "scheme" | "port" | "host";
  readonly message: string;
}

/**
 * What keeps hosted clients from a connector URL: they call over https, on port 443, a name that the public internet knows.
 * Empty: nothing in the URL itself stands in the way. A client on this computer needs none of it.
 */
export function reachProblems(url: string): readonly ReachProblem[] {
  const { protocol, hostname, port } = new URL(url);
  const problems: ReachProblem[] = [];
  if (isPrivateHost(hostname)) problems.push({ code: "host", message: `"${hostname}" is known only on this computer or network` });
  if (protocol !== "https:") problems.push({ code: "scheme", message: "The address is http: hosted clients take https only" });
  if (port !== "") problems.push({ code: "port", message: `Hosted clients call port 443 only: this address has port ${port}` });
  return problems;
}

/** Names that only a local resolver knows (RFC 6761, RFC 6762, RFC 8375, ICANN's reserved `internal`). */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|home\.arpa)$/;
/** Private, loopback, link-local, shared and benchmarking ranges of IPv4 (RFC 6890). */
const privateV4 = /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^198\.1[89]\./;
/** Unspecified, loopback, IPv4-mapped, unique local and link-local IPv6. */
const privateV6 = /^\[(::1?|::ffff:.*|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[")) return privateV6.test(name);
  if (/^[\d.]+$/.test(name)) return privateV4.test(name);
  return !name.includes(".") || localNames.test(name);
}
