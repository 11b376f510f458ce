import { expect, test } from "vitest";
import { routeOf } from "./route.ts";

const token = "abcdefghijklmnopqrst_-";

test.each(["mcp", "hello", "events", "result", "frames"])("routeOf finds %s, whatever the query", (name) => {
  expect(routeOf(`/s/${token}/${name}`)).toEqual({ is: name, token, query: "" });
  expect(routeOf(`/s/${token}/${name}?v=12345678&x`)).toEqual({ is: name, token, query: "v=12345678&x" });
});

test.each([
  ["/", "line"],
  ["/?a=b", "line"],
  ["/health", "health"],
  ["/health/", "nothing"],
  ["", "nothing"],
  ["*", "nothing"],
  ["//", "nothing"],
  ["/s/", "nothing"],
  [`/s/${token}`, "nothing"],
  [`/s/${token}/`, "nothing"],
  [`/s/${token}/mcp/`, "nothing"],
  [`/s/${token}/mcp2`, "nothing"],
  [`/s/${token}/constructor`, "nothing"],
  [`/s/${token}x/mcp`, "nothing"],
  [`/s/${token.slice(1)}/mcp`, "nothing"],
  [`/s/${token.slice(1)}!/mcp`, "nothing"],
  [`/s/${token.slice(1)}%/mcp`, "nothing"],
  [`http://evil.example/s/${token}/mcp`, "nothing"],
  ["/.well-known/oauth-protected-resource", "nothing"],
  [`/.well-known/oauth-authorization-server/s/${token}/mcp`, "nothing"],
  ["/metrics", "nothing"],
  ["/toString", "nothing"],
])("routeOf(%j) is %s", (target, is) => {
  expect(routeOf(target).is).toBe(is);
});
