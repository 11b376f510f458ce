const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Pages of hosted AI clients that speak MCP from the browser. */
const clientOrigins: readonly string[] = ["https://claude.ai", "https://claude.com", "https://chatgpt.com"];

/** Which pages may speak to the relay. Programs send no Origin: for them the key in hand is all that counts. */
export class Origins {
  readonly #apps: ReadonlySet<string>;
  readonly #anyApp: boolean;

  /** `apps`: origins of pages that hold links; `*` for any, which is safe as far as the secret is. Throws RangeError on what is no origin. */
  constructor(apps: readonly string[]) {
    this.#anyApp = apps.includes("*");
    this.#apps = new Set(apps.filter((origin) => origin !== "*").map(originOf));
  }

  /** A page that may hold a link. */
  mayHold(origin: string): boolean {
    return this.#anyApp || this.#apps.has(origin) || loopback.test(origin);
  }

  /** A page that may call through one. `*` does not count here: it was said of pages that hold a secret. */
  mayCall(origin: string): boolean {
    return this.#apps.has(origin) || loopback.test(origin) || clientOrigins.includes(origin);
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.origin === "null" || url.origin !== text)
    throw new RangeError(`Cannot use "${text}" as an app origin: write it like https://app.example, without a path`);
  return text;
}
