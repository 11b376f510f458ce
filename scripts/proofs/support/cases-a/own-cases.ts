import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { reachProblems } from "@jackfield/tab/reach";
import { pause } from "../../../../bench/src/load.ts";
import { open, openSession } from "../../../../test/cases-a/mcp-peer.ts";
import type { CaseSystem } from "../../../../test/cases-a/system.ts";
import { read } from "../../../../test/clients/json-reader.ts";
import type { CaseRow } from "./case-row.ts";

/** Cases that need a clock of a minute, or a whole client, and so are no part of the quick suite. */
export async function ownCases(target: string, system: CaseSystem): Promise<readonly CaseRow[]> {
  return [await lineSeparators(target, system), await silentStream(target, system)];
}

/** Every code point that some reader takes for a line's end. */
const separators = "a\u2028b\u2029c\u0085d\u000be\u001cf\rg\nh";

async function lineSeparators(target: string, system: CaseSystem): Promise<CaseRow> {
  const client = new Client({ name: "cases", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(system.url));
  const result = await client.callTool({ name: "echo", arguments: { text: separators } });
  await client.close();
  const [block] = read(result).get("content").items;
  const came = block?.get("text").text ?? "";
  return {
    id: "A07",
    target,
    what: "text with every kind of line end comes back equal",
    problem: came === separators ? undefined : `it came back as ${JSON.stringify(came)}`,
  };
}

/** A stream's first byte comes by itself, not with the first keep-alive after 15 s; a busy machine may take a while over it. */
const atOnceMs = 5_000;
/** Milliseconds that the stream is watched: three keep-alives. */
const watchMs = 50_000;

async function silentStream(target: string, system: CaseSystem): Promise<CaseRow> {
  const session = await openSession(system.url);
  const from = performance.now();
  const request = open(system.url, undefined, { method: "GET", headers: { ...session.headers, accept: "text/event-stream" } });
  const at: number[] = [];
  let headers: NodeJS.Dict<string | string[]> = {};
  let status = 0;
  request.on("error", () => undefined); // destroyed at the end
  request.on("response", (response) => {
    headers = response.headers;
    status = response.statusCode ?? 0;
    at.push(performance.now() - from);
    response.on("data", () => at.push(performance.now() - from));
  });
  await pause(watchMs);
  request.destroy();
  const gaps = at.map((ms, index) => ms - (at[index - 1] ?? 0)).concat(watchMs - (at.at(-1) ?? 0));
  const problems = [
    status === 200 ? "" : `it was answered ${status}`,
    (at[1] ?? Infinity) < atOnceMs ? "" : `the first byte came after ${at[1]} ms`,
    Math.max(...gaps) <= 25_000 ? "" : `nothing came for ${Math.max(...gaps)} ms`,
    headers["x-accel-buffering"] === "no" ? "" : "X-Accel-Buffering is not no",
    /no-cache|no-store/.test(String(headers["cache-control"])) ? "" : `cache-control is ${String(headers["cache-control"])}`,
    headers["content-encoding"] === undefined ? "" : "it is compressed",
  ].filter((problem) => problem !== "");
  return {
    id: "A11",
    target,
    what: `a silent stream starts at once and says something every 25 s (${at.length - 1} times in 50 s)`,
    problem: problems.length === 0 ? undefined : problems.join("; "),
  };
}

/** Addresses that hosted clients cannot reach are named as such, and one that they can is not. */
export function unreachableAddresses(): CaseRow {
  const bad = [
    "https://h.example.com:5050/s/x/mcp",
    "http://h.example.com/s/x/mcp",
    "https://10.0.0.1/s/x/mcp",
    "https://localhost/s/x/mcp",
    "https://[::1]/s/x/mcp",
  ];
  const missed = bad.filter((url) => reachProblems(url).length === 0);
  const wrongly = reachProblems("https://relay.jackfield.dev/s/x/mcp");
  const problems = [...missed.map((url) => `${url} passes`), ...wrongly.map((problem) => `a good address: ${problem.message}`)];
  return {
    id: "A20",
    target: "Connect panel",
    what: `${bad.length} addresses that hosted clients cannot reach are named`,
    problem: problems[0],
  };
}
