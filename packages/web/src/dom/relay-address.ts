/** Where a page is and what its server said, as far as the relay's address depends on it. */
export interface PageFacts {
  /** The page's own URL. */
  readonly url: string;
  /** The content of `<meta name="jackfield-relay">`. */
  readonly meta: string;
}

/**
 * The relay a page links to: `?relay=` where the page itself is on this machine, else what its server put in the meta element.
 * Undefined when there is none. Elsewhere a link like `https://app.example/?relay=https://evil.example` would hand the tools to a
 * stranger's relay, so there the query is not looked at. Addresses must be https, or http on this machine.
 */
export function relayAddress(facts: PageFacts): string | undefined {
  const page = new URL(facts.url);
  const asked = isLoopback(page.hostname) ? page.searchParams.get("relay") : null;
  return (asked === null ? undefined : usable(asked)) ?? usable(facts.meta);
}

/** The facts of the page that runs this. */
export function pageFacts(): PageFacts {
  return { url: location.href, meta: document.querySelector('meta[name="jackfield-relay"]')?.getAttribute("content") ?? "" };
}

function usable(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return safe && url.username === "" && url.password === "" ? url.origin + url.pathname.replace(/\/$/, "") : undefined;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
