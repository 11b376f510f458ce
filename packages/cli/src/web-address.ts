import { UsageError } from "./usage-error.ts";

/**
 * Text to be quoted, without the user name and password that an address in it may carry: everything up to the last @ after `//`, since a
 * password that was not escaped may hold any character; and `user:password@` where the scheme was forgotten.
 */
export function withoutUser(text: string): string {
  return text.replace(/\/\/[^]*@/g, "//…@").replace(/^[^/@]*:[^]*@(?=[^@]*$)/, (all) => (all.includes("//") ? all : "…@"));
}

/** What is wrong with an http or https address that must be plain, as "it must …"; undefined where nothing is. Each fault by its own name. */
export function addressProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) return "it must be an http or https address";
  if (url.username !== "" || url.password !== "") return "it must have no user name and no password in it";
  if (text.includes("?")) return "it must have no query, which begins with ?";
  if (text.includes("#")) return "it must have no fragment, which begins with #";
  return undefined;
}

/** The same for an origin: an address without a path, or `*`. */
export function originProblem(text: string): string | undefined {
  if (text === "*") return undefined;
  const problem = addressProblem(text);
  if (problem !== undefined) return problem;
  const { origin } = new URL(text);
  return origin === text ? undefined : `it must be an origin, without a path: ${origin}`;
}

/**
 * The address of a server, which may have a path and a query; its fragment is left out. Throws UsageError that quotes no password. `hint`: what to write
 * instead of what is no address.
 */
export function serverAddress(text: string, hint: string): URL {
  const shown = JSON.stringify(withoutUser(text));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new UsageError(`Cannot use ${shown}: it must be an http or https address`, hint);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      `Cannot use ${shown}: it must have no user name and no password in it`,
      "Put an Authorization header into --header-file",
    );
  url.hash = "";
  return url;
}
