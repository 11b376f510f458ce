import { quote, replyIn, saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import type { HttpExam } from "../exam.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import { initializeParams, request, unknownRevision } from "../message.ts";
import { replyOver } from "../peer.ts";
import { leave } from "./leave.ts";

/** Methods, statuses and headers. */
export const httpChecks: readonly Check[] = [
  {
    name: "get",
    group: "http",
    on: "http",
    client: "A client asks for the listening stream with GET; Claude Code takes 404 for the end of its session",
    source: "MCP 2025-11-25 Transports; claude-code#62198",
    async look(exam) {
      const peer = await exam.peer();
      const answer = await exam.http.send({ method: "GET", headers: { ...peer.headers, accept: "text/event-stream" }, until: "head" });
      const fix = "Answer GET with an event stream, or with 405 and Allow: POST";
      if (answer.status === 405)
        return judge(
          [
            answer.headers["allow"] === undefined
              ? note("GET is 405 without Allow", "Name the methods that are served in Allow")
              : undefined,
          ],
          "GET is 405",
        );
      if (answer.status === 200 && answer.type === "text/event-stream") return well("GET is an event stream");
      if (answer.status === 409) return well("GET is 409: the session has its stream");
      if (answer.status === 200) return found(warning(`GET is ${quote(answer.type, 40)}, no event stream`, fix));
      return found(error(`GET ${peer.session === undefined ? "" : "of a session that lives "}is ${saidBy(answer)}`, fix));
    },
  },
  {
    name: "get-bare",
    group: "http",
    on: "http",
    client: "Codex and mcp-remote probe with a bare GET before anything else",
    source: "seen on the wire: Codex 0.171, mcp-remote 0.15",
    async look(exam) {
      const answer = await exam.http.send({ method: "GET", headers: { accept: "application/json, text/event-stream" }, until: "head" });
      const fix = "Answer a GET without a session at once: 405, 400, or an event stream";
      if (answer.status === 0) return found(error(`a bare GET gets ${saidBy(answer)}`, fix));
      if (answer.status >= 500) return found(error(`a bare GET is ${saidBy(answer)}`, fix));
      return judge(
        [
          answer.type === "text/html" && answer.status === 200
            ? note("a bare GET is a web page", "A page is fine where POST is MCP; answer 405 where it is none on purpose")
            : undefined,
        ],
        `HTTP ${answer.status}`,
      );
    },
  },
  {
    name: "head",
    group: "http",
    on: "http",
    client: "Gemini CLI sends HEAD to see whether it must sign in",
    source: "seen on the wire: Gemini CLI 0.61",
    async look(exam) {
      const answer = await exam.http.send({ method: "HEAD", until: "head", headers: { accept: "*/*" } });
      if (answer.status === 0 || answer.status >= 500)
        return found(
          error(`HEAD is ${saidBy(answer)}`, "Answer HEAD with any status below 500, at once: 405, or 401 with WWW-Authenticate"),
        );
      return well(`HTTP ${answer.status}`);
    },
  },
  {
    name: "answer-type",
    group: "http",
    on: "http",
    client: "A client tells by Content-Type how to read an answer, and drops what is neither JSON nor an event stream",
    source: "MCP 2025-11-25 Transports, Sending Messages",
    async look(exam) {
      const peer = await exam.peer();
      const { answer, said, message } = await peer.request("tools/list");
      if (answer === undefined) return skip("it was not sent over HTTP");
      const isRight = answer.type === "application/json" || answer.type === "text/event-stream";
      if (isRight && message !== undefined) return well(answer.type);
      if (message === undefined) return skip(`tools/list: ${said}`);
      return found(error(`a JSON-RPC answer comes as ${quote(answer.type, 40)}`, "Send it as application/json, or as text/event-stream"));
    },
  },
  {
    name: "accept",
    group: "http",
    on: "http",
    client: "Codex writes the two media types the other way round; proxies and scripts send */*",
    source: "seen on the wire: Codex 0.171; MCP 2025-11-25 Transports",
    async look(exam) {
      await exam.peer();
      const turned = await initialize(exam, { accept: "text/event-stream, application/json" });
      const spaced = await initialize(exam, { accept: "application/json;q=0.9,text/event-stream" });
      const any = await initialize(exam, { accept: "*/*" });
      const json = await initialize(exam, { accept: "application/json" });
      const fix = "Read Accept as a list in any order, with parameters";
      return judge(
        [
          turned.result === undefined ? error(`Accept in the other order: ${turned.said}`, fix) : undefined,
          spaced.result === undefined ? warning(`Accept with a q value: ${spaced.said}`, fix) : undefined,
          any.result === undefined && (any.answer?.status ?? 0) !== 406
            ? warning(`Accept */*: ${any.said}`, "Take */* for both media types, or answer 406")
            : undefined,
          any.answer?.status === 406 ? note("Accept */* is 406", "Take */* for both media types") : undefined,
          json.result === undefined && ((json.answer?.status ?? 0) === 0 || (json.answer?.status ?? 0) >= 500)
            ? error(`Accept application/json alone: ${json.said}`, "Answer with JSON, or with 406")
            : undefined,
          json.result !== undefined && json.answer?.type === "text/event-stream"
            ? warning("Accept application/json alone is answered with an event stream", "Answer with JSON, or with 406")
            : undefined,
        ],
        "both orders, q values, */* and JSON alone",
      );
    },
  },
  {
    name: "content-type",
    group: "http",
    on: "http",
    client: "Many clients write application/json; charset=utf-8",
    source: "RFC 9110 §8.3",
    async look(exam) {
      await exam.peer();
      const findings: Finding[] = [];
      for (const type of ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]) {
        const reply = await initialize(exam, { "content-type": type });
        if (reply.result === undefined)
          findings.push(error(`a body of ${type}: ${reply.said}`, "Compare the media type without its parameters and case"));
      }
      return judge(findings, "parameters and case are read over");
    },
  },
  {
    name: "version-header-missing",
    group: "http",
    on: "http",
    client: "Gemini CLI never sends MCP-Protocol-Version, whatever was negotiated",
    source: "MCP 2025-11-25 Transports, Protocol Version Header; seen on the wire: Gemini CLI 0.61",
    async look(exam) {
      const peer = await exam.peer();
      if (peer.stateless) return skip("initialize is not served");
      const reply = await peer.request("tools/list", {}, { headers: { "mcp-protocol-version": undefined } });
      if (reply.message !== undefined && (reply.answer?.status ?? 0) < 400) return well("it is served");
      return found(
        error(
          `a request of a session without MCP-Protocol-Version: ${reply.said}`,
          "Take the session's negotiated version where the header is missing",
        ),
      );
    },
  },
  {
    name: "version-header-wrong",
    group: "http",
    on: "http",
    client: "A client whose revision the server does not know must learn it, and not be served by chance",
    source: "MCP 2025-11-25 Transports: MUST respond with 400",
    async look(exam) {
      const peer = await exam.peer();
      if (peer.stateless) return skip("initialize is not served");
      const reply = await peer.request("tools/list", {}, { headers: { "mcp-protocol-version": unknownRevision } });
      const status = reply.answer?.status ?? 0;
      if (status === 400) return well("HTTP 400");
      return found(
        (status === 0 || status >= 500 ? error : warning)(
          `MCP-Protocol-Version: ${unknownRevision} is answered with ${reply.said}`,
          "Answer a version header that you do not serve with 400",
        ),
      );
    },
  },
  {
    name: "query",
    group: "http",
    on: "http",
    client: "People add a query to the address so that claude.ai reads the tool list anew",
    source: "anthropics/claude-ai-mcp#1044",
    async look(exam) {
      await exam.peer();
      const url = new URL(exam.target.url);
      url.searchParams.set("v", "2");
      const answer = await exam.http.send({ url, body: request("doctor-query", "initialize", initializeParams("2025-11-25")) });
      await leave(exam.http, answer.headers["mcp-session-id"]);
      if (replyIn(answer) !== undefined && answer.status < 400) return well("it is read over");
      const bare = replyOver(await exam.http.send({ body: request("doctor-query", "initialize", initializeParams("2025-11-25")) }));
      await leave(exam.http, bare.answer?.headers["mcp-session-id"]);
      if (bare.result === undefined) return skip("initialize is not served");
      return found(warning(`the address with ?v=2 is answered with ${saidBy(answer)}`, "Ignore a query that you do not know"));
    },
  },
];

/** Initialize with other headers; a session that comes of it is ended at once. */
async function initialize(exam: HttpExam, headers: Readonly<Record<string, string>>): Promise<ReturnType<typeof replyOver>> {
  const peer = await exam.peer();
  // A server without initialize is asked for its tools instead.
  if (peer.stateless) return peer.request("tools/list", {}, { headers });
  const reply = replyOver(await exam.http.send({ body: request("doctor-header", "initialize", initializeParams(peer.revision)), headers }));
  await leave(exam.http, reply.answer?.headers["mcp-session-id"]);
  return reply;
}
