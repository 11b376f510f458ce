import { connectorTokenPattern } from "@jackfield/wire";

/** What an address of the relay is. */
export type Route =
  | { readonly is: "line" | "health" | "nothing" }
  | { readonly is: "mcp" | "socket"; readonly token: string; readonly query: string }
  | HolderAddress;

export type HolderRouteName = "hello" | "events" | "result" | "frames" | "up";

/** A route of docs/protocol.md §2. */
export interface HolderAddress {
  readonly is: HolderRouteName;
  readonly token: string;
  readonly query: string;
}

const fixed: Readonly<Record<string, Route>> = { "/": { is: "line" }, "/health": { is: "health" } };
const nothing: Route = { is: "nothing" };
const tokenStart = "/s/".length;
const tokenEnd = tokenStart + 22;

/** Reads a request target. Anything but an origin-form path that is known is `nothing`. The query is not part of the route. */
export function routeOf(target: string): Route {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (!path.startsWith("/s/") || path[tokenEnd] !== "/") return Object.hasOwn(fixed, path) ? (fixed[path] ?? nothing) : nothing;
  const token = path.slice(tokenStart, tokenEnd);
  const name = path.slice(tokenEnd + 1);
  switch (name) {
    case "mcp":
    case "hello":
    case "events":
    case "result":
    case "frames":
    case "up":
    case "socket":
      return connectorTokenPattern.test(token) ? { is: name, token, query: mark < 0 ? "" : target.slice(mark + 1) } : nothing;
    default:
      return nothing;
  }
}

/** Whether a request target is that of a holder's WebSocket. */
export function isSocketTarget(target: string): boolean {
  return routeOf(target).is === "socket";
}
