import { connect } from "node:net";
import { page, pagePolicy } from "@jackfield/web";
import { expect, test } from "vitest";
import { openPageServer } from "./page-server.ts";

const pages = [page({ name: "boat", path: "/", entry: "none", title: "Boat", description: "A boat" })];
const assets = [
  { path: "/assets/boat.js", bytes: Buffer.from("export {};") },
  { path: "/assets/boat.css", bytes: Buffer.from("a{}") },
  { path: "/assets/face.woff2", bytes: Buffer.from([1, 2, 3]) },
];
const relay = "http://127.0.0.1:8787";
const open = () => openPageServer({ pages, assets, relay, port: 0 });

test("openPageServer: the page names the relay, and lives under the policy that lets it reach that one only", async () => {
  await using server = await open();
  const answer = await fetch(`${server.origin}/?x=1`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(`<meta name="jackfield-relay" content="http://127.0.0.1:8787">`);
  expect(answer.headers.get("content-security-policy")).toBe(`${pagePolicy(relay)}; frame-ancestors 'none'`);
  expect(answer.headers.get("content-security-policy")).toContain(`connect-src 'self' ${relay};`);
  for (const [name, value] of [
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "no-referrer"],
    ["cache-control", "no-store"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
  ] as const)
    expect([name, answer.headers.get(name)]).toEqual([name, value]);
});

test("openPageServer: a worker that compiles WASM may, and nothing else of the page", async () => {
  const packed = page({
    name: "boat",
    path: "/",
    entry: "none",
    title: "Boat",
    description: "A boat",
    workers: { boat: "none" },
    wasm: ["boat"],
  });
  await using server = await openPageServer({ pages: [packed], assets, relay, port: 0 });
  const policyOf = async (path: string): Promise<string | null> =>
    (await fetch(`${server.origin}${path}`)).headers.get("content-security-policy");
  expect(await policyOf("/assets/boat.js")).toBe(`${pagePolicy(relay, { wasm: true })}; frame-ancestors 'none'`);
  for (const path of ["/", "/assets/boat.css", "/nowhere"]) expect(await policyOf(path)).not.toContain("wasm");
});

test("openPageServer: a page that hears may ask for the microphone, and no other does", async () => {
  let seen = 0;
  for (const hears of [true, false]) {
    const made = page({ name: "boat", path: "/", entry: "none", title: "Boat", description: "A boat", hears });
    await using server = await openPageServer({ pages: [made], assets, relay, port: 0 });
    const policy = (await fetch(server.origin)).headers.get("permissions-policy") ?? "";
    expect(policy).toContain(hears ? "microphone=(self)" : "microphone=()");
    expect(policy).toContain("camera=()");
    seen += 1;
  }
  expect(seen).toBe(2);
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/assets/boat.js", "text/javascript; charset=utf-8"],
  ["/assets/boat.css", "text/css; charset=utf-8"],
  ["/assets/face.woff2", "font/woff2"],
])("openPageServer: %s is %s, with a tag that saves sending it again", async (path, type) => {
  await using server = await open();
  const answer = await fetch(`${server.origin}${path}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  const etag = answer.headers.get("etag") ?? "";
  const again = await fetch(`${server.origin}${path}`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await fetch(`${server.origin}${path}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String((await answer.arrayBuffer()).byteLength)]);
});

test("openPageServer: other paths and methods are refused, with the same headers", async () => {
  await using server = await open();
  const paths = ["/favicon.ico", "/assets/", "/assets/..%2f..%2fetc%2fpasswd", "//", "/index.html", "/%00", "/assets/boat.js/"];
  for (const path of paths) {
    const answer = await fetch(`${server.origin}${path}`);
    expect([path, answer.status, answer.headers.get("x-content-type-options")]).toEqual([path, 404, "nosniff"]);
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const answer = await fetch(server.origin, { method, headers: { "content-type": "application/json" } });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
  }
});

test("openPageServer: a page of another name that resolves here gets nothing", async () => {
  await using server = await open();
  const status = await new Promise<string>((done) => {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write("GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n"),
    );
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => done(text.split("\r\n")[0] ?? ""));
  });
  expect(status).toBe("HTTP/1.1 403 Forbidden");
});
