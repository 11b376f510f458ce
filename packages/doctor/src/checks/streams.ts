import { quote, replyIn, saidBy } from "../answer.ts";
import { bufferingProxy } from "../buffering-proxy.ts";
import type { Check } from "../check.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import { initializeParams, request } from "../message.ts";
import { replyOver } from "../peer.ts";
import { slowReaders } from "../slow-readers.ts";
import { leave } from "./leave.ts";

/** Event streams, slow readers and what stands between a client and the server. */
export const streamChecks: readonly Check[] = [
  {
    name: "stream-headers",
    group: "streams",
    on: "http",
    client: "nginx and CDNs hold a stream back until it is complete, unless its headers say not to",
    source: "agentdeals#1100; MCP 2026-07-28 Transports: X-Accel-Buffering: no",
    async look(exam) {
      const peer = await exam.peer();
      const stream = await exam.http.send({
        method: "GET",
        headers: { ...peer.headers, accept: "text/event-stream", "accept-encoding": "gzip, br" },
        until: "head",
      });
      const { answer } = await peer.request("tools/list", {}, { headers: { "accept-encoding": "gzip, br" } });
      const streams = [
        ["the listening stream", stream],
        ["an answer that is a stream", answer],
      ] as const;
      const there = streams.filter(([, each]) => each?.status === 200 && each.type === "text/event-stream");
      if (there.length === 0) return skip("the server answered without a stream");
      const findings = there.flatMap(([what, each]): Finding[] => {
        const headers = each?.headers ?? {};
        const encoding = headers["content-encoding"];
        return [
          ...(encoding === undefined || encoding === "identity"
            ? []
            : [warning(`${what} is compressed (${quote(encoding, 20)}): events wait in the compressor`, "Do not compress event streams")]),
          ...(headers["x-accel-buffering"] === "no"
            ? []
            : [note(`${what} has no X-Accel-Buffering: no: nginx holds it back`, "Send X-Accel-Buffering: no with every event stream")]),
          ...(/no-cache|no-store|no-transform/i.test(headers["cache-control"] ?? "")
            ? []
            : [
                note(
                  `${what} has no Cache-Control that keeps proxies off`,
                  "Send Cache-Control: no-cache, no-transform with every event stream",
                ),
              ]),
        ];
      });
      return judge(findings, there.map(([what]) => what).join(", "));
    },
  },
  {
    name: "stream-starts",
    group: "streams",
    on: "http",
    client: "Clients take a listening stream whose head does not come for a server that hangs",
    source: "agentdeals#1100; Claude Code 2.1: 60 s",
    async look(exam) {
      const peer = await exam.peer();
      const ended = await exam.http.send({
        method: "GET",
        headers: { ...peer.headers, accept: "text/event-stream" },
        until: "end",
        ms: exam.limits.quietMs,
      });
      if (ended.status === 0)
        return found(error(`GET gets ${saidBy(ended)}`, "Send the head of the stream at once, and a first comment with it"));
      if (ended.status !== 200 || ended.type !== "text/event-stream") return skip(`GET is ${ended.status}`);
      return judge(
        [
          (ended.headMs ?? 0) > 1_000
            ? warning(
                `the head of the listening stream comes after ${Math.round(ended.headMs ?? 0)} ms`,
                "Send the head of the stream at once",
              )
            : undefined,
          ended.ended === "whole"
            ? note(
                "the listening stream ends by itself at once: clients open it again and again",
                "Keep the stream open, or answer GET with 405",
              )
            : undefined,
        ],
        `head after ${Math.round(ended.headMs ?? 0)} ms${ended.firstMs === undefined ? "" : ", first bytes with it"}`,
      );
    },
  },
  {
    name: "stream-ends",
    group: "streams",
    on: "http",
    client: "A client that reads to the end of an answer waits until the server ends the stream",
    source: "MCP 2025-11-25 Transports: after the response the server SHOULD close the stream",
    async look(exam) {
      const peer = await exam.peer();
      const opened = await exam.http.send({
        body: request("doctor-end", "initialize", initializeParams(peer.revision)),
        lingerMs: exam.limits.quietMs,
      });
      await leave(exam.http, opened.headers["mcp-session-id"]);
      if (opened.type !== "text/event-stream" || replyIn(opened) === undefined) return skip("initialize is not answered with a stream");
      if (opened.ended === "whole") return well("the stream ends with its answer");
      return found(
        warning(`${exam.limits.quietMs} ms after its answer the stream is still open`, "End the stream of a request with its response"),
      );
    },
  },
  {
    name: "buffering-proxy",
    group: "streams",
    on: "http",
    client: "People stand behind proxies that collect an answer before they pass it on",
    source: "agentdeals#1100; withings-mcp#24; conductai#1744",
    async look(exam) {
      if (exam.target.url.protocol !== "http:" && exam.target.url.protocol !== "https:") return skip("it is for http and https");
      const peer = await exam.peer();
      await using proxy = await bufferingProxy(exam.target, exam.limits);
      const ask = { headers: { ...peer.headers, "accept-encoding": "gzip" } };
      const reply = replyOver(
        await exam.http.send({
          url: proxy.url,
          body: request("doctor-proxy", "ping", {}),
          headers: { ...ask.headers, ...exam.target.headers, ...(peer.stateless ? { "mcp-method": "ping" } : {}) },
        }),
      );
      const stream = await exam.http.send({
        url: proxy.url,
        method: "GET",
        headers: { ...ask.headers, ...exam.target.headers, accept: "text/event-stream" },
        until: "head",
        ms: exam.limits.quietMs,
      });
      const direct = await exam.http.send({
        method: "GET",
        headers: { ...peer.headers, accept: "text/event-stream" },
        until: "head",
        ms: exam.limits.quietMs,
      });
      const findings: Finding[] = [];
      if (reply.message === undefined)
        findings.push(
          error(
            `through a proxy that collects answers a request gets ${reply.said}`,
            "End the stream of a request with its response, so that a proxy passes it on",
          ),
        );
      if (direct.status === 200 && direct.type === "text/event-stream" && stream.status === 0)
        findings.push(
          warning(
            "through a proxy that collects answers the listening stream never begins",
            "Send X-Accel-Buffering: no with every event stream, and a first comment at once",
          ),
        );
      return judge(findings, stream.status === 200 ? "answers and the listening stream arrive" : "answers arrive");
    },
  },
  {
    name: "keep-alive",
    group: "streams",
    on: "http",
    client: "Claude Code ends a call that sends no header within 60 s; CDNs cut what is silent for 100 to 300 s",
    source: "Claude Code 2.1; agentdeals#1100",
    async look(exam) {
      if (exam.call === undefined) return skip("a slow tool must be named with --call");
      const chosen = await exam.chosen();
      const peer = await exam.peer();
      const { answer, said } = await peer.request(
        "tools/call",
        { name: chosen.name, arguments: chosen.arguments },
        { ms: exam.limits.callMs },
      );
      if (answer === undefined) return skip("it was not sent over HTTP");
      const name = quote(chosen.name, 64);
      const head = answer.headMs;
      const fix = "Answer a slow call with an event stream at once, and send a comment every 15 s";
      if (head === undefined) return found(error(`the call of ${name} sent nothing: ${said}`, fix));
      if (answer.endMs < 10_000) return well(`the call of ${name} took ${Math.round(answer.endMs)} ms: too short to be cut`);
      return judge(
        [
          head > 60_000
            ? error(`the head of the call of ${name} came after ${Math.round(head / 1000)} s`, fix)
            : head > 25_000
              ? warning(`the head of the call of ${name} came after ${Math.round(head / 1000)} s`, fix)
              : undefined,
          answer.longestGapMs > 30_000 && head <= 25_000
            ? warning(`the call of ${name} was silent for ${Math.round(answer.longestGapMs / 1000)} s`, fix)
            : undefined,
          answer.status === 504 || answer.status === 502 ? error(`the call of ${name} was cut by a proxy: ${said}`, fix) : undefined,
        ],
        `head after ${Math.round(head)} ms, never silent for more than ${Math.round(answer.longestGapMs / 1000)} s`,
      );
    },
  },
  {
    name: "disconnect",
    group: "streams",
    on: "http",
    client: "Clients that are stopped leave in the middle of a request",
    source: "CVE-2025-53365; supergateway#126",
    async look(exam) {
      const peer = await exam.peer();
      for (const delay of [0, 1, 3, 8, 20, 40]) {
        const leaving = new AbortController();
        const timer = setTimeout(() => leaving.abort(), delay);
        await exam.http.send({
          body: request(`doctor-leave-${delay}`, "tools/list", {}),
          headers: { ...peer.headers, ...(peer.stateless ? { "mcp-method": "tools/list" } : {}) },
          signal: leaving.signal,
          until: "end",
        });
        clearTimeout(timer);
      }
      const after = await peer.request("tools/list");
      if (after.message !== undefined) return well("six clients left, the next is answered");
      return found(
        error(
          `after six clients that left early a request gets ${after.said}`,
          "Catch every failure of a write: a client that leaves must not end the process",
        ),
      );
    },
  },
  {
    name: "slow-reader",
    group: "streams",
    on: "http",
    client: "A laptop sleeps, a phone is in a lift: nobody reads what the server writes",
    source: "taskplane#664; mcp-context-forge#1682",
    async look(exam) {
      const peer = await exam.peer();
      const { fastestMs, answered, failed } = await slowReaders(exam, peer);
      const findings: Finding[] = [];
      if (answered === 0)
        findings.push(
          error(
            `while four clients do not read, another gets ${failed ?? "no answer"}`,
            "Never wait for a reader on the path of another; cut off who does not read",
          ),
        );
      else if (fastestMs > 2_000)
        findings.push(
          warning(
            `while four clients do not read, another waits ${Math.round(fastestMs)} ms`,
            "Never wait for a reader on the path of another",
          ),
        );
      const after = await peer.request("tools/list");
      if (after.message === undefined)
        findings.push(
          error(
            `after four clients that did not read left, a request gets ${after.said}`,
            "Let a connection that breaks end its own work only",
          ),
        );
      return judge(findings, `another client is answered in ${Math.round(fastestMs)} ms`);
    },
  },
  {
    name: "cancel",
    group: "streams",
    on: "http",
    client: "A person presses Esc: the client says so, or closes the stream, and goes on with the session",
    source: "MCP 2025-11-25 Cancellation; MCP 2026-07-28 Transports",
    async look(exam) {
      if (exam.call === undefined) return skip("a tool must be named with --call");
      const chosen = await exam.chosen();
      const peer = await exam.peer();
      const id = "doctor-cancel";
      const leaving = new AbortController();
      const running = peer.request(
        "tools/call",
        { name: chosen.name, arguments: chosen.arguments },
        { id, ms: exam.limits.callMs, signal: leaving.signal },
      );
      const answer = peer.stateless ? undefined : await peer.notify("notifications/cancelled", { requestId: id, reason: "doctor" });
      setTimeout(() => leaving.abort(), 500).unref();
      await running;
      const after = await peer.request("tools/list");
      return judge(
        [
          answer !== undefined && (answer.status === 0 || answer.status >= 400)
            ? error(`notifications/cancelled of a running call: ${saidBy(answer)}`, "Answer it with 202")
            : undefined,
          after.message === undefined
            ? error(
                `after a cancelled call a request gets ${after.said}`,
                "Let a cancelled call end by itself, and leave its session alone",
              )
            : undefined,
        ],
        "the session goes on",
      );
    },
  },
];
