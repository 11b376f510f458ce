/**
 * Why a hosted AI client (claude.ai, ChatGPT) cannot reach a connector URL at this address, or undefined where nothing speaks against it.
 * They connect from their own cloud, to public addresses, over https on port 443; otherwise no request arrives and their error blames the
 * URL.
 */
export function hostedReach(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return "it is not a URL";
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (isPrivate(host)) return `${url.hostname} is an address of this machine or network`;
  if (url.protocol !== "https:") return "it is not https";
  if (url.port !== "") return `it has port ${url.port}, and they connect to 443 only`;
  return undefined;
}

function isPrivate(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local") || host.endsWith(".internal")) return true;
  if (host.includes(":")) return /^(::1?$|::ffff:|f[cd]|fe[89ab])/.test(host);
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return !host.includes(".");
  return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(host);
}
