import { quote, saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import type { HttpExam } from "../exam.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import { initializeParams, request, statelessRequest } from "../message.ts";
import { replyOver } from "../peer.ts";
import { isLoopback, keyInPath } from "../target.ts";
import { leave } from "./leave.ts";

const evil = "http://evil.example";

/** Who else could reach the server: web pages, above all. */
export const safetyChecks: readonly Check[] = [
  {
    name: "host-header",
    group: "safety",
    on: "http",
    client: "A web page whose name is pointed at this computer calls its servers: the Host header is what gives it away",
    source: "MCP 2025-11-25 Transports, Security Warning; playwright-mcp#1206; GHSA-w48q-cv73-mx4w",
    async look(exam) {
      if (!isLoopback(exam.target.url.hostname)) return skip("the address is not one of this computer");
      const { port } = exam.target.url;
      const findings: Finding[] = [];
      for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
        const reply = await opening(exam, { host });
        if (reply.result === undefined) continue;
        const fix = "Refuse with 403 every Host that is no loopback name or address of this port";
        findings.push(
          keyInPath.test(exam.target.url.pathname)
            ? note(`a request with Host: ${host} is served: a web page that knew the address's key could drive the tools`, fix)
            : error(`a request with Host: ${host} is served: any web page can drive the tools`, fix),
        );
      }
      return judge(findings.slice(0, 1), "foreign Host headers are refused");
    },
  },
  {
    name: "origin-header",
    group: "safety",
    on: "http",
    client: "A web page of any site posts to a server on this computer",
    source: "MCP 2025-11-25 Transports: servers MUST validate Origin, and answer 403",
    async look(exam) {
      const reply = await opening(exam, { origin: evil });
      if (reply.result === undefined) return well(`Origin: ${evil} is ${reply.answer?.status ?? 0}`);
      if (!isLoopback(exam.target.url.hostname))
        return found(
          note("requests of pages of any origin are served", "List the origins that may call, unless every page may on purpose"),
        );
      return found(error(`a request with Origin: ${evil} is served`, "Refuse with 403 every Origin that is not on a list"));
    },
  },
  {
    name: "cors",
    group: "safety",
    on: "http",
    client: "A browser asks with OPTIONS before a page may post JSON, and shows the page only headers that are exposed",
    source: "WHATWG Fetch, CORS protocol",
    async look(exam) {
      const answer = await exam.http.send({
        method: "OPTIONS",
        until: "head",
        headers: { origin: evil, "access-control-request-method": "POST", "access-control-request-headers": "content-type", accept: "*/*" },
      });
      const allowed = answer.headers["access-control-allow-origin"];
      if (allowed === undefined) return well(`OPTIONS of a foreign origin is ${answer.status}, without CORS`);
      if (isLoopback(exam.target.url.hostname))
        return judge(
          [
            allowed === "*" || allowed === evil
              ? error(
                  `pages of every origin may call a server of this computer: Access-Control-Allow-Origin is ${quote(allowed, 40)}`,
                  "Allow the origins that you know, and no others",
                )
              : undefined,
          ],
          "the foreign origin is not allowed",
        );
      const credentials = answer.headers["access-control-allow-credentials"] === "true";
      return judge(
        [
          credentials && allowed === evil
            ? error("every origin may call with the person's cookies", "Do not allow credentials, or list the origins")
            : undefined,
          /POST/i.test(answer.headers["access-control-allow-methods"] ?? "POST")
            ? undefined
            : warning("CORS is answered and POST is not allowed", "Name POST, GET and DELETE in Access-Control-Allow-Methods"),
        ],
        `Access-Control-Allow-Origin: ${quote(allowed, 40)}`,
      );
    },
  },
  {
    name: "plain-body",
    group: "safety",
    on: "http",
    client: "A web page may post text/plain anywhere without asking first",
    source: "WHATWG Fetch, simple requests; MCP 2025-11-25 Transports",
    async look(exam) {
      const reply = await opening(exam, { "content-type": "text/plain" });
      if (reply.result === undefined) return well(`a text/plain body is ${reply.answer?.status ?? 0}`);
      const isHere = isLoopback(exam.target.url.hostname);
      return found(
        (isHere ? error : warning)(
          "a JSON body that says text/plain is served: pages need no permission to send it",
          "Answer every body that is not application/json with 415",
        ),
      );
    },
  },
  {
    name: "error-details",
    group: "safety",
    on: "http",
    client: "Error texts reach models, logs and people",
    source: "OWASP ASVS 7.4",
    async look(exam) {
      const answers = [
        await exam.http.send({ body: "{", raw: true }),
        await exam.http.send({ body: request("doctor-params", "tools/call", { name: 7 as never }), headers: (await exam.peer()).headers }),
      ];
      const leak = answers.map((answer) => stackIn(answer.text)).find((line) => line !== undefined);
      if (leak === undefined) return well(answers.map(saidBy).join("; "));
      return found(
        warning(
          `an error shows a stack trace: ${quote(leak, 80)}`,
          "Keep stack traces in your own log, and say what was wrong with the request",
        ),
      );
    },
  },
];

/** Opens a conversation with other headers; a session that comes of it is ended at once. */
async function opening(exam: HttpExam, headers: Readonly<Record<string, string>>): Promise<ReturnType<typeof replyOver>> {
  const peer = await exam.peer();
  if (peer.stateless) {
    const { message, headers: own } = statelessRequest("doctor-safety", "server/discover");
    return replyOver(await exam.http.send({ body: message, headers: { ...own, ...headers } }));
  }
  const reply = replyOver(await exam.http.send({ body: request("doctor-safety", "initialize", initializeParams(peer.revision)), headers }));
  await leave(exam.http, reply.answer?.headers["mcp-session-id"]);
  return reply;
}

/** A line of a stack trace of Node, Python, Java or Go. */
function stackIn(text: string): string | undefined {
  return /\bat [\w.<>$ ]{0,80}\(?(?:file:\/\/)?[/\\][^\n"]{3,120}:\d+:\d+|Traceback \(most recent call last\)|File \\?"[^"\n]{1,120}", line \d+|goroutine \d+ \[running\]/.exec(
    text,
  )?.[0];
}
