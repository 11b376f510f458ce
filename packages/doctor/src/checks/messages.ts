import type { Json } from "@jackfield/contract";
import { objectAt, quote, replyIn, saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import { request } from "../message.ts";
import type { Reply } from "../peer.ts";
import { malformed } from "./malformed.ts";
import { headersFor, peerHasTools, sendRaw } from "./sending.ts";

/** JSON-RPC: ids, errors, notifications. */
export const messageChecks: readonly Check[] = [
  {
    name: "ids",
    group: "messages",
    on: "any",
    client: "Clients number their requests, or name them with UUIDs; SDKs compare the echoed id strictly",
    source: "JSON-RPC 2.0 §5; MCP 2025-11-25 Base Protocol",
    async look(exam) {
      const peer = await exam.peer();
      const findings: Finding[] = [];
      const ids: readonly Json[] = [
        0,
        7_000_000_001,
        Number.MAX_SAFE_INTEGER,
        "1",
        "server-discover-probe-1",
        "listen:0",
        "0e9dd1e6-4c93-4d3e-9f6a-2d4f1d4c1f11",
        "ünïcode \u2028 id",
      ];
      for (const id of ids) {
        const reply = await peer.request("tools/list", {}, { id, ms: Math.min(exam.limits.requestMs, 5_000) });
        if (reply.message !== undefined && Object.is(reply.message["id"], id)) continue;
        const got = reply.message === undefined ? reply.said : `the id ${quote(JSON.stringify(reply.message["id"] ?? null), 60)}`;
        findings.push(
          error(
            `a request with the id ${JSON.stringify(id)} is answered with ${got}`,
            "Echo the id just as it came: a text stays a text, a number its number",
          ),
        );
      }
      return judge(findings, `${ids.length} ids came back as they were`);
    },
  },
  {
    name: "id-reused",
    group: "messages",
    on: "any",
    client: "A hosted client was seen to send id 1 with every request, also with two at once",
    source: "python-sdk#3060; cloudflare/agents#1632",
    async look(exam) {
      if (exam.target.is === "stdio") return skip("over one pipe only the id tells answers apart");
      const peer = await exam.peer();
      const findings: Finding[] = [];
      for (let round = 0; round < 3; round += 1) {
        const ask = (method: string): Promise<Reply> => peer.request(method, {}, { id: 1 });
        const [first, second] = await Promise.all([ask("tools/list"), ask("jackfield/none")]);
        const isRight = first.code !== -32601 && second.result === undefined && first.message !== undefined && second.message !== undefined;
        if (!isRight)
          findings.push(
            error(
              `two requests with id 1 at once: tools/list is answered with ${first.said}, an unknown method with ${second.said}`,
              "Route an answer by the HTTP exchange that asked for it, never by its id alone",
            ),
          );
      }
      return judge(findings.slice(0, 1), "each exchange has its own answer");
    },
  },
  {
    name: "id-null",
    group: "messages",
    on: "http",
    client: "A faulty client sends an id of null, and waits for an answer",
    source: "MCP Base Protocol: the id MUST NOT be null",
    async look(exam) {
      const peer = await exam.peer();
      const answer = await exam.http.send({ body: request(null, "tools/list", {}), headers: headersFor(peer, "tools/list") });
      const reply = replyIn(answer);
      if (objectAt(reply, "error") !== undefined || answer.status === 400) return well(saidBy(answer));
      if (answer.status === 202)
        return found(
          warning(
            "a request whose id is null gets 202 and no answer: its client waits for ever",
            "Answer it with 400 and error -32600: only a message without the member id is a notification",
          ),
        );
      return found(
        (answer.status === 0 || answer.status >= 500 ? error : warning)(
          `a request whose id is null: ${saidBy(answer)}`,
          "Answer it with 400 and error -32600",
        ),
      );
    },
  },
  {
    name: "unknown-method",
    group: "messages",
    on: "any",
    client: "Clients try methods of newer revisions and go by -32601",
    source: "JSON-RPC 2.0 §5.1",
    async look(exam) {
      const reply = await (await exam.peer()).request("jackfield/none", {});
      if (reply.code === -32601) return well("error -32601");
      const severity = reply.message === undefined || (reply.answer?.status ?? 0) >= 500 ? error : warning;
      return found(severity(`an unknown method is answered with ${reply.said}`, "Answer it with error -32601 and the request's id"));
    },
  },
  {
    name: "ping",
    group: "messages",
    on: "any",
    client: "Gemini CLI and health checks send ping, and drop a connection that does not answer",
    source: "MCP 2025-11-25 Ping",
    async look(exam) {
      const peer = await exam.peer();
      if (peer.stateless) return skip("2026-07-28 has no ping");
      const reply = await peer.request("ping");
      if (reply.result !== undefined) return well("an empty result");
      return found(error(`ping is answered with ${reply.said}`, "Answer ping with an empty result"));
    },
  },
  {
    name: "malformed",
    group: "messages",
    on: "any",
    client: "Scanners, half-written proxies and bugs send what is no request; others go on working meanwhile",
    source: "CVE-2025-53366; JSON-RPC 2.0 §5.1",
    look: (exam) => malformed(exam),
  },
  {
    name: "nesting",
    group: "messages",
    on: "any",
    client: "Arguments nest a thousand levels deep, by mistake or on purpose",
    source: "RFC 8259 §9; open-enterprise-solutions/enterprise#135",
    async look(exam) {
      const peer = await exam.peer();
      const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
      // Written by hand: JSON.stringify would not.
      const body = JSON.stringify(request("doctor-deep", "tools/list", { _meta: { deep: 0 } })).replace('"deep":0', `"deep":${deep}`);
      const said = await sendRaw(exam, peer, body, "doctor-deep");
      const after = await peer.request("tools/list");
      const fix = "Bound the nesting of a body before it is walked, and answer with an error";
      return judge(
        [
          said.isAnswered ? undefined : error(`a body that nests 5,000 levels: ${said.text}`, fix),
          after.message === undefined ? error(`after a body that nests 5,000 levels the next request gets ${after.said}`, fix) : undefined,
        ],
        `${said.text}; the next request is answered`,
      );
    },
  },
  {
    name: "batch",
    group: "messages",
    on: "http",
    client: "A client of 2025-03-26 may post a list of messages; in later revisions there is none",
    source: "MCP 2025-03-26 Base Protocol; MCP 2025-06-18 changelog; brave-search-mcp-server#277",
    async look(exam) {
      const peer = await exam.peer();
      const two = await exam.http.send({
        body: [request("doctor-a", "tools/list", {}), request("doctor-b", "tools/list", {})],
        headers: peer.headers,
      });
      const empty = await exam.http.send({ body: [], headers: peer.headers });
      const answered = two.messages.filter((each) => "result" in each || "error" in each);
      const findings: Finding[] = [];
      if (two.status === 0 || two.status >= 500)
        findings.push(
          error(`a list of two requests: ${saidBy(two)}`, "Answer a list with one reply for each request, or with 400 and error -32600"),
        );
      else if (two.status === 202 || (two.status < 300 && answered.length === 0))
        findings.push(
          error(
            `a list of two requests is taken and not answered: ${saidBy(two)}`,
            "Answer a list with one reply for each request, or with 400 and error -32600",
          ),
        );
      else if (two.status < 300 && answered.length === 1 && "result" in (answered[0] ?? {}))
        findings.push(
          error("of a list of two requests one is answered", "Answer a list with one reply for each request, or refuse it whole"),
        );
      else if (two.status < 300 && answered.length === 2 && peer.revision > "2025-03-26")
        findings.push(
          note(
            `lists of messages are served in ${peer.revision}, which has none`,
            "Refuse them from 2025-06-18 on, or count each message against your rate limits",
          ),
        );
      if (empty.status === 0 || empty.status >= 500 || empty.status < 300)
        findings.push(warning(`an empty list: ${saidBy(empty)}`, "Answer an empty list with 400 and error -32600"));
      return judge(findings, `two requests: ${saidBy(two)}; none: ${saidBy(empty)}`);
    },
  },
  {
    name: "progress-token",
    group: "messages",
    on: "any",
    client: "Copilot puts a progress token into every request, Gemini CLI one that is a UUID",
    source: "seen on the wire: Copilot CLI 1.0, Gemini CLI 0.61; MCP Progress",
    async look(exam) {
      const peer = await exam.peer();
      const findings: Finding[] = [];
      for (const token of ["3c0b6a3e-7d0c-4b13-9a39-f5f6f6c2a000", 0]) {
        const reply = await peer.request("tools/list", { _meta: { progressToken: token } });
        if (reply.result === undefined && peerHasTools(peer))
          findings.push(
            error(
              `tools/list with the progress token ${JSON.stringify(token)}: ${reply.said}`,
              "Take texts and whole numbers as progress tokens, in every request",
            ),
          );
        findings.push(...foreignProgress(reply, token));
      }
      return judge(findings, "texts and numbers are taken");
    },
  },
  {
    name: "late-cancel",
    group: "messages",
    on: "any",
    client: "opencode cancels every request after its answer came; others cancel ids that never were",
    source: "MCP Cancellation: unknown and finished requests are ignored; seen on the wire: opencode 1.18",
    async look(exam) {
      const peer = await exam.peer();
      const finished = "doctor-finished";
      await peer.request("tools/list", {}, { id: finished });
      const findings: Finding[] = [];
      for (const requestId of [finished, "doctor-never", 4_711]) {
        const answer = await peer.notify("notifications/cancelled", { requestId, reason: "doctor" });
        if (answer !== undefined && (answer.status === 0 || answer.status >= 400) && !(peer.stateless && answer.status < 500))
          findings.push(
            error(
              `notifications/cancelled of a request that is not running: ${saidBy(answer)}`,
              "Ignore a cancellation of what is not running, and answer 202",
            ),
          );
      }
      const next = await peer.request("tools/list");
      if (next.message === undefined)
        findings.push(
          error(`after a late cancellation the next request gets ${next.said}`, "Ignore a cancellation of what is not running"),
        );
      return judge(findings, "it is ignored");
    },
  },
  {
    name: "unknown-notification",
    group: "messages",
    on: "any",
    client: "Clients send notifications of newer revisions and extensions, and take an error for a broken connection",
    source: "JSON-RPC 2.0 §4.1: a notification is never answered",
    async look(exam) {
      const peer = await exam.peer();
      const answer = await peer.notify("notifications/jackfield/none", { any: 1 });
      const next = await peer.request("tools/list");
      const findings: Finding[] = [];
      if (answer !== undefined && (answer.status === 0 || answer.status >= 400))
        findings.push(
          (answer.status === 0 || answer.status >= 500 ? error : warning)(
            `an unknown notification: ${saidBy(answer)}`,
            "Ignore notifications that you do not know, and answer 202",
          ),
        );
      if (next.message === undefined)
        findings.push(
          error(`after an unknown notification the next request gets ${next.said}`, "Ignore notifications that you do not know"),
        );
      return judge(findings, "it is ignored");
    },
  },
  {
    name: "extra-members",
    group: "messages",
    on: "any",
    client: "Codex puts a kilobyte of _meta into each request; newer clients add members to params and capabilities",
    source: "seen on the wire: Codex 0.171; MCP schema: _meta and additional members",
    async look(exam) {
      const peer = await exam.peer();
      const reply = await peer.request("tools/list", {
        _meta: { "example.com/turn": "x".repeat(1_000), traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
        jackfield: true,
      });
      if (reply.result !== undefined || !peerHasTools(peer)) return well("they are read over");
      return found(
        error(`tools/list with a kilobyte of _meta and an unknown member: ${reply.said}`, "Read over members that you do not know"),
      );
    },
  },
];

/** Progress that carries another token than the request's. */
export function foreignProgress(reply: Reply, token: Json): Finding[] {
  const wrong = reply.others
    .filter((each) => each["method"] === "notifications/progress")
    .map((each) => objectAt(each, "params")?.["progressToken"])
    .filter((each) => !Object.is(each, token));
  return wrong.length === 0
    ? []
    : [
        error(
          `progress comes with the token ${quote(JSON.stringify(wrong[0] ?? null), 40)} for ${JSON.stringify(token)}`,
          "Echo the progress token just as it came, text or number",
        ),
      ];
}
