/**
 * The relay's origin and base path without a trailing slash, from what the app was given. Throws TypeError unless it is https, or http on
 * loopback: the link secret crosses this connection.
 */
export function relayBase(relay: string): string {
  const url = new URL(relay);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe || url.username + url.password + url.search + url.hash !== "") {
    throw new TypeError(`Cannot use relay "${url.origin}": it must be https, or http on localhost, without user, query and fragment`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * The relay a page uses: `configured`, or the `relay` parameter of the page's own URL. The parameter counts only while both the page and
 * the relay it names are on this computer, so that no crafted link can point someone's page at another relay.
 */
export function relayFor(configured: string, page: { readonly href: string; readonly hostname: string }): string {
  const named = new URL(page.href).searchParams.get("relay");
  if (named === null || !isLoopback(page.hostname)) return configured;
  try {
    return isLoopback(new URL(named).hostname) ? named : configured;
  } catch {
    return configured;
  }
}

/** True for the names and addresses of this computer, as URL.hostname writes them. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
