import { quote } from "../answer.ts";
import type { Check } from "../check.ts";
import { type Finding, error, found, judge, note, warning, well } from "../look.ts";
import { notification, request } from "../message.ts";
import { openStdio } from "../peer.ts";
import { within } from "../stdio-client.ts";

/** The life of a server that is a command. */
export const processChecks: readonly Check[] = [
  {
    name: "stdout",
    group: "process",
    on: "stdio",
    client: "Every line on standard output is read as a message; SDKs report what is none, and some end the connection",
    source: "MCP 2025-11-25 Transports, stdio: MUST NOT write anything that is not a valid MCP message",
    async look(exam) {
      const client = await exam.process();
      await (await exam.peer()).request("tools/list");
      if (client.strangeCount === 0) return well("messages only");
      return found(
        error(
          `standard output has ${client.strangeCount} lines that are no message, such as ${quote(client.strange[0] ?? "", 80)}`,
          "Write logs to standard error, and nothing but messages to standard output",
        ),
      );
    },
  },
  {
    name: "start-time",
    group: "process",
    on: "stdio",
    client: "Clients start the server with each chat, and give up after 30 to 60 s",
    source: "Claude Code MCP_TIMEOUT, 30 s; chrome-devtools-mcp#2778",
    async look(exam) {
      const started = performance.now();
      const client = exam.start();
      const { peer, reply } = await openStdio(client, "2025-11-25", false, exam.limits.startMs, () => exam.signal);
      const ms = Math.round(performance.now() - started);
      const exit = client.exit;
      const why = client.stderr.trim().split("\n").at(-1) ?? "";
      await client.close();
      if (peer === undefined && exit !== undefined)
        return found(
          error(
            `the command ended (${exit.failed ?? exit.signal ?? `code ${exit.code ?? "?"}`}) before it answered: ${quote(why, 120)}`,
            "Start it by hand and see that it stays and reads standard input",
          ),
        );
      if (peer === undefined && (await exam.openStateless()).peer === undefined)
        return found(error(`initialize: ${reply.said} after ${ms} ms`, "Answer initialize before slow start-up work"));
      return judge(
        [
          ms > 5_000
            ? warning(`initialize is answered ${ms} ms after the start`, "Answer initialize first, and do slow start-up work later")
            : undefined,
        ],
        `${ms} ms`,
      );
    },
  },
  {
    name: "probe-first",
    group: "process",
    on: "stdio",
    client: "Claude Code asks server/discover first, and initializes on the same process when it gets an error",
    source: "seen: Claude Code 2.1.332; MCP 2026-07-28 Versioning",
    async look(exam) {
      const client = exam.start();
      const probe = await openStdio(client, "2026-07-28", true, exam.limits.startMs, () => exam.signal);
      const { peer, reply } = await openStdio(client, "2025-11-25", false, exam.limits.startMs, () => exam.signal);
      await client.close();
      if (peer !== undefined || probe.peer !== undefined)
        return well(probe.peer === undefined ? "server/discover is refused, initialize goes on" : "server/discover is answered");
      return found(
        error(
          `after server/discover (${probe.reply.said}) initialize gets ${reply.said}`,
          "Answer an unknown method with error -32601 at any time, also before initialize",
        ),
      );
    },
  },
  {
    name: "end-of-input",
    group: "process",
    on: "stdio",
    client: "A client that ends closes the server's standard input; what does not end then is left behind, one for each chat",
    source: "MCP 2025-11-25 Lifecycle, Shutdown; midscene#2157; claude-code#28860",
    async look(exam) {
      const client = exam.start();
      await openStdio(client, "2025-11-25", false, exam.limits.startMs, () => exam.signal);
      client.endInput();
      const ends = await within(client.ended, exam.limits.endMs);
      await client.close();
      return ends
        ? well("it ends")
        : found(
            warning(
              `${exam.limits.endMs / 1000} s after its standard input was closed the server still runs`,
              "End the process when standard input ends",
            ),
          );
    },
  },
  {
    name: "terminate",
    group: "process",
    on: "stdio",
    client: "Codex and Copilot end a server with SIGTERM, Claude Code with SIGINT",
    source: "seen: Codex 0.171, Copilot 1.0, Claude Code 2.1; MCP Lifecycle, Shutdown",
    async look(exam) {
      const findings: Finding[] = [];
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        const client = exam.start();
        await openStdio(client, "2025-11-25", false, exam.limits.startMs, () => exam.signal);
        client.signal(signal);
        const ends = await within(client.ended, exam.limits.endMs);
        await client.close();
        if (!ends)
          findings.push(
            error(
              `${exam.limits.endMs / 1000} s after ${signal} the server still runs`,
              "End within a second or two of SIGTERM and SIGINT",
            ),
          );
      }
      return judge(findings, "SIGTERM and SIGINT end it");
    },
  },
  {
    name: "line-ends",
    group: "process",
    on: "stdio",
    client: "Clients on Windows end lines with CRLF; texts hold U+2028, which is no line end",
    source: "MCP 2025-11-25 Transports, stdio; claude-agent-sdk-typescript#137",
    async look(exam) {
      const client = exam.start();
      const { peer } = await openStdio(client, "2025-11-25", false, exam.limits.startMs, () => exam.signal);
      const stateless = peer === undefined;
      const findings: Finding[] = [];
      if (!stateless) {
        const before = client.unclaimed.length;
        client.write(`${JSON.stringify(request("doctor-crlf", "ping"))}\r`);
        const split = await client.ask(request("doctor\u2028split", "ping"), exam.limits.quietMs, exam.signal);
        if (client.unclaimed.length === before)
          findings.push(warning("a message that ends in CRLF is not answered", "Take CR before the line feed as space"));
        if (split === undefined)
          findings.push(
            error("a message with U+2028 in a text is not answered: it was cut in two", "Split lines at the byte 0x0A and nowhere else"),
          );
        client.write(JSON.stringify(notification("notifications/initialized")));
      }
      await client.close();
      return judge(
        findings.length > 0 ? findings : [stateless ? note("initialize is not served", "Serve 2025-11-25 as well") : undefined],
        "CRLF and U+2028 are read right",
      );
    },
  },
];
