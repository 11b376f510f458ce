import { once } from "node:events";
import { type IncomingHttpHeaders, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { doctorLimits } from "./ceilings.ts";
import { challengeOf, resourceMetadata } from "./discovery.ts";
import { Exam, type HttpExam } from "./exam.ts";
import { examine } from "./examine.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** A server that answers 401, and writes down what it was sent. `says`: what its challenge names. */
async function listen(says: () => string): Promise<{ readonly url: URL; readonly seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume();
    if (request.method === "GET" && request.url !== "/mcp") response.writeHead(200, { "content-type": "application/json" }).end("{}");
    else response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${says()}"` }).end();
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), seen };
}

function examOf(url: URL): HttpExam {
  return new Exam({ is: "http", url, headers: {} }, doctorLimits({ requestMs: 2_000 }), undefined, AbortSignal.timeout(20_000)) as HttpExam;
}

describe("what a server names", () => {
  test("a public server cannot send the doctor to a private address", async () => {
    const trap = await listen(() => "");
    const inside = [
      trap.url.href,
      "http://localhost:1/",
      "http://[::1]:1/",
      "http://169.254.169.254/latest",
      "http://10.0.0.1/",
      "http://[::ffff:127.0.0.1]:1/",
      "http://router.local/",
    ];
    for (const named of inside) {
      const { document, tried } = await resourceMetadata(
        examOf(new URL("https://doctor.invalid/mcp")),
        `Bearer resource_metadata="${named}"`,
      );
      expect([document, tried.includes("is not asked for")]).toEqual([undefined, true]);
    }
    expect(trap.seen.length).toBe(0);
  });

  test("credentials go to the target's own origin, and to no other", async () => {
    const other = await listen(() => "");
    const target = await listen(() => other.url.href.replace("/mcp", "/document"));
    await examine(
      { is: "http", url: target.url, headers: { authorization: "Bearer s3cret", "x-tenant": "t" } },
      { only: ["challenge", "resource-metadata", "authorization-server", "ids"] },
    );
    expect(other.seen.length).toBeGreaterThan(0);
    expect(other.seen.filter((each) => each.authorization !== undefined || each["x-tenant"] !== undefined)).toEqual([]);
    expect(target.seen.filter((each) => each.authorization === "Bearer s3cret").length).toBeGreaterThan(0);
  });
});

test.each([
  ['Bearer resource_metadata="https://a.example/x"', "https://a.example/x"],
  ['Basic realm="a", Bearer realm="b, c", resource_metadata="https://a.example/x", scope="y"', "https://a.example/x"],
  ["bearer resource_metadata=https://a.example/x", "https://a.example/x"],
  ['Bearer error="a\\"b", resource_metadata="https://a.example/x"', "https://a.example/x"],
  ["Bearer", undefined],
])("challengeOf %s", (header, address) => {
  expect(challengeOf(header)?.get("resource_metadata")).toBe(address);
});

test("challengeOf knows no other scheme", () => {
  expect(challengeOf('Basic realm="bearer"')).toBeUndefined();
});
