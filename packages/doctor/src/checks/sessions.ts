import { saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import { error, found, judge, note, skip, warning, well } from "../look.ts";
import { request } from "../message.ts";
import { openSession, replyOver } from "../peer.ts";
import { sessionOf } from "./revisions.ts";

/** Sessions of the revisions with initialize. */
export const sessionChecks: readonly Check[] = [
  {
    name: "session-id",
    group: "sessions",
    on: "http",
    client: "The id is all that binds a request to its session: who guesses one reads and ends another's",
    source: "MCP 2025-11-25 Transports, Session Management",
    async look(exam) {
      const first = await sessionOf(exam);
      const second = (await openSession(exam.http, (await exam.peer()).revision)).peer;
      await second?.[Symbol.asyncDispose]();
      const other = second?.session ?? "";
      return judge(
        [
          /^[!-~]+$/.test(first)
            ? undefined
            : error("the session id has characters beyond visible ASCII", "Make session ids of visible ASCII characters, 0x21 to 0x7E"),
          first.length < 16
            ? warning(
                `the session id has ${first.length} characters`,
                "Make session ids of at least 128 random bits, such as crypto.randomUUID()",
              )
            : undefined,
          other !== "" && other !== first && differing(first, other) < 4
            ? error(
                "two session ids that followed each other differ in few characters: the next can be guessed",
                "Make session ids of at least 128 random bits, such as crypto.randomUUID()",
              )
            : undefined,
        ],
        `${first.length} characters`,
      );
    },
  },
  {
    name: "session-unknown",
    group: "sessions",
    on: "http",
    client:
      "After a restart clients still send the old id: on 404 they initialize anew and repeat the call unseen, on 400 Codex hangs and Claude Code tells the model",
    source: "MCP 2025-11-25 Session Management; typescript-sdk#1708; claude-code#48557",
    async look(exam) {
      const session = await sessionOf(exam);
      const { revision } = await exam.peer();
      const gone = { "mcp-session-id": shuffled(session), "mcp-protocol-version": revision };
      const post = replyOver(await exam.http.send({ body: request("doctor-gone", "tools/list", {}), headers: gone }));
      const get = await exam.http.send({
        method: "GET",
        headers: { ...gone, accept: "text/event-stream" },
        until: "head",
        ms: exam.limits.quietMs * 2,
      });
      const fix = "Answer a session id that you do not know with 404 and a JSON-RPC error, for every method";
      const judged = (what: string, status: number, said: string): ReturnType<typeof error> | undefined => {
        if (status === 404) return undefined;
        if (status >= 200 && status < 300)
          return warning(`${what} with an unknown session id is served (${said}): made-up sessions are taken for real`, fix);
        return error(`${what} with an unknown session id: ${said}, not 404: clients do not initialize anew`, fix);
      };
      return judge(
        [
          judged("POST", post.answer?.status ?? 0, post.said),
          get.status === 405 ? undefined : judged("GET", get.status, saidBy(get)),
          post.answer?.status === 404 && post.message === undefined
            ? note("the 404 has no JSON-RPC error in its body", "Put a JSON-RPC error into the body of the 404")
            : undefined,
        ],
        "404",
      );
    },
  },
  {
    name: "session-missing",
    group: "sessions",
    on: "http",
    client: "A client that lost its id, or a gateway that drops the header, asks without one",
    source: "MCP 2025-11-25 Session Management: SHOULD respond with 400",
    async look(exam) {
      await sessionOf(exam);
      const { revision } = await exam.peer();
      const reply = replyOver(
        await exam.http.send({ body: request("doctor-none", "tools/list", {}), headers: { "mcp-protocol-version": revision } }),
      );
      const status = reply.answer?.status ?? 0;
      if (status === 400 || status === 404) return well(`HTTP ${status}`);
      if (status >= 200 && status < 300)
        return found(
          note(`a request without a session id is served: ${reply.said}`, "Where sessions keep state, answer a missing id with 400"),
        );
      return found(
        (status === 0 || status >= 500 ? error : warning)(
          `a request without a session id: ${reply.said}`,
          "Answer a missing session id with 400 and a JSON-RPC error",
        ),
      );
    },
  },
  {
    name: "session-end",
    group: "sessions",
    on: "http",
    client: "Codex, Copilot and the SDKs end their session with DELETE; what is left behind stays until it times out",
    source: "MCP 2025-11-25 Session Management; mcp-use#1623",
    async look(exam) {
      await sessionOf(exam);
      const { peer } = await openSession(exam.http, (await exam.peer()).revision);
      if (peer === undefined)
        return found(error("a second session is refused while the first is open", "Serve any number of sessions side by side"));
      const ended = await exam.http.send({ method: "DELETE", headers: peer.headers });
      if (ended.status === 405) return well("DELETE is 405: sessions end by themselves");
      if (ended.status < 200 || ended.status > 299)
        return found(
          error(`DELETE of a session that lives: ${saidBy(ended)}`, "End the session on DELETE and answer 200 or 204, or answer 405"),
        );
      const after = await peer.request("tools/list");
      return judge(
        [
          after.answer?.status === 404
            ? undefined
            : error(`a session that was ended still answers: ${after.said}`, "Answer requests of an ended session with 404"),
        ],
        `DELETE is ${ended.status}, then 404`,
      );
    },
  },
  {
    name: "sessions-apart",
    group: "sessions",
    on: "http",
    client: "Two chats use one server at once, and one of them ends",
    source: "supergateway#138; typescript-sdk#1405",
    async look(exam) {
      const { revision, stateless } = await exam.peer();
      if (stateless) return skip("initialize is not served");
      const [first, second] = [await openSession(exam.http, revision), await openSession(exam.http, revision)];
      const fix = "Make one server object for each session, and let none touch another";
      if (first.peer === undefined || second.peer === undefined)
        return found(error(`a second client is refused: ${(first.peer === undefined ? first : second).reply.said}`, fix));
      const findings = [];
      if (first.peer.session !== undefined && first.peer.session === second.peer.session)
        findings.push(error("two clients were given the same session id", "Make a new random id for each session"));
      const both = await Promise.all([first.peer.request("tools/list"), second.peer.request("tools/list")]);
      for (const [index, reply] of both.entries())
        if (reply.message === undefined)
          findings.push(error(`with two clients, the ${index === 0 ? "first" : "second"} one's request: ${reply.said}`, fix));
      await second.peer[Symbol.asyncDispose]();
      const after = await first.peer.request("tools/list");
      if (after.message === undefined || (first.peer.session !== second.peer.session && after.answer?.status === 404))
        findings.push(error(`after the second client left, the first one's request: ${after.said}`, fix));
      await first.peer[Symbol.asyncDispose]();
      return judge(findings, "two clients side by side, one left");
    },
  },
  {
    name: "initialized",
    group: "sessions",
    on: "http",
    client: "After initialize a client posts notifications/initialized and waits for 202 before it goes on",
    source: "MCP 2025-11-25 Transports: 202 Accepted with no body",
    async look(exam) {
      const peer = await exam.peer();
      if (peer.stateless) return skip("initialize is not served");
      const answer = await peer.notify("notifications/initialized");
      if (answer === undefined) return skip("it is not sent over HTTP");
      const fix = "Answer notifications with 202 and no body";
      if (answer.status === 202 && answer.bytes === 0) return well("202, no body");
      if (answer.status >= 200 && answer.status < 300 && answer.ended === "whole")
        return found(
          (answer.messages.length > 0 ? warning : note)(`notifications/initialized: HTTP ${answer.status} with ${answer.bytes} bytes`, fix),
        );
      return found(error(`notifications/initialized: ${saidBy(answer)}`, fix));
    },
  },
];

/** An id of the same form that nobody was given. */
function shuffled(session: string): string {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(session);
  if (uuid) return `deadbeef-${session.slice(9, 24)}${turned(session.slice(24))}`;
  const back = turned(session);
  return back !== session ? back : `${session.slice(0, -1)}${session.endsWith("x") ? "y" : "x"}`;
}

/** Ids are ASCII: their units are their characters. */
function turned(text: string): string {
  return text.split("").toReversed().join("");
}

/** In how many places two texts differ. */
function differing(a: string, b: string): number {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => index).filter((index) => a[index] !== b[index]).length;
}
