import { type JsonObject, safeText } from "@jackfield/contract";
import { listAt, objectAt, quote, textAt } from "../answer.ts";
import type { Check } from "../check.ts";
import { Skipped, error, found, judge, note, skip, warning, well } from "../look.ts";
import { sessionRevisions, statelessRequest, statelessRevision, unknownRevision } from "../message.ts";
import { replyOver } from "../peer.ts";
import { openingFix } from "./opening-hints.ts";

const known: readonly string[] = [...sessionRevisions, statelessRevision, "2024-10-07"];

/** Who opens with which revision: why a missing one matters. */
const askedBy: Readonly<Record<(typeof sessionRevisions)[number], string | undefined>> = {
  "2025-11-25": "Claude Code, Copilot, opencode, Inspector",
  "2025-06-18": "Codex, Gemini CLI",
  "2025-03-26": undefined,
  "2024-11-05": undefined,
};

/** Which revisions of MCP are spoken, and how they are negotiated. */
export const revisionChecks: readonly Check[] = [
  {
    name: "opening",
    group: "revisions",
    on: "any",
    client: "A client opens with initialize, or with server/discover, and uses nothing before one is answered",
    source: "MCP 2025-11-25 Lifecycle; MCP 2026-07-28 server/discover",
    async look(exam) {
      const first = await exam.open("2025-11-25");
      if (first.peer !== undefined) return well(`initialize is answered with ${quote(first.peer.revision, 20)}`);
      const stateless = await exam.openStateless();
      if (stateless.peer !== undefined) return well("server/discover is answered; initialize is not");
      const status = first.reply.answer?.status;
      if (status === 401 || status === 403)
        return found(
          note(
            `the server asks for a sign-in (${first.reply.said}): what is behind it was not examined`,
            "Pass credentials with --header-file to examine what is behind the sign-in",
          ),
        );
      return found(
        error(`neither initialize (${first.reply.said}) nor server/discover (${stateless.reply.said}) is answered`, await openingFix(exam)),
      );
    },
  },
  {
    name: "negotiation",
    group: "revisions",
    on: "any",
    client: "Each client asks for the newest revision that it knows",
    source: "MCP 2025-11-25 Lifecycle, version negotiation",
    async look(exam) {
      const peer = await exam.peer();
      if (peer.stateless)
        return found(
          warning(
            "the revisions with initialize are not served: Codex, Gemini CLI, opencode, SDK 1.x and others cannot connect",
            "Serve 2025-11-25 and 2025-06-18 at the same address as well",
          ),
        );
      const chosen: string[] = [];
      const findings = [];
      for (const revision of sessionRevisions) {
        const opened = await exam.open(revision);
        await opened.peer?.[Symbol.asyncDispose]();
        const by = askedBy[revision];
        if (opened.revision === undefined)
          findings.push(
            (by === undefined ? warning : error)(
              `initialize with ${revision} is answered with ${opened.reply.said}${by === undefined ? "" : `: ${by} ask for it`}`,
              "Answer every initialize with a revision that you serve, never with an error",
            ),
          );
        else if (!known.includes(opened.revision))
          findings.push(
            error(
              `initialize with ${revision} is answered with the revision ${quote(opened.revision, 40)}, which there is not`,
              "Answer with a revision of MCP that exists",
            ),
          );
        else if (opened.revision === statelessRevision)
          findings.push(
            error(
              `initialize with ${revision} is answered with ${statelessRevision}, which has no initialize`,
              "Answer initialize with a revision that has sessions",
            ),
          );
        else if (opened.revision !== revision && by !== undefined)
          findings.push(
            note(`initialize with ${revision} is answered with ${opened.revision}: ${by} ask for ${revision}`, `Serve ${revision} as well`),
          );
        chosen.push(opened.revision === revision ? revision : `${revision}→${safeText(opened.revision ?? "none", 20)}`);
      }
      return judge(findings, chosen.join(", "));
    },
  },
  {
    name: "unknown-revision",
    group: "revisions",
    on: "any",
    client: "A newer client asks for a revision that this server has never heard of",
    source: "MCP 2025-11-25 Lifecycle: the server MUST respond with another version that it supports",
    async look(exam) {
      if ((await exam.peer()).stateless) return skip("initialize is not served");
      const opened = await exam.open(unknownRevision);
      await opened.peer?.[Symbol.asyncDispose]();
      if (opened.revision === unknownRevision)
        return found(
          error(
            `initialize with ${unknownRevision} is answered with ${unknownRevision}`,
            "Answer with the newest revision that you serve, not with what was asked for",
          ),
        );
      if (opened.revision === undefined)
        return found(
          warning(
            `initialize with ${unknownRevision} is answered with ${opened.reply.said}`,
            "Answer an unknown revision with the newest one that you serve: newer clients then go on",
          ),
        );
      return well(`${unknownRevision} is answered with ${safeText(opened.revision, 20)}`);
    },
  },
  {
    name: "server-info",
    group: "revisions",
    on: "any",
    client: "Clients check the shape of what opens a conversation, and drop the connection where it is not right",
    source: "MCP schema, InitializeResult and DiscoverResult",
    async look(exam) {
      const { opening, stateless } = await exam.peer();
      const info = stateless ? objectAt(objectAt(opening, "_meta"), "io.modelcontextprotocol/serverInfo") : objectAt(opening, "serverInfo");
      const instructions = opening["instructions"];
      return judge(
        [
          info === undefined && !stateless
            ? error("serverInfo is missing", "Answer initialize with serverInfo: { name, version }")
            : undefined,
          info !== undefined && (textAt(info, "name") ?? "") === "" ? error("serverInfo has no name", "Give serverInfo a name") : undefined,
          info !== undefined && textAt(info, "version") === undefined
            ? error("serverInfo has no version", "Give serverInfo a version, as text")
            : undefined,
          objectAt(opening, "capabilities") === undefined
            ? error("capabilities is missing", "Answer with capabilities, at least {}")
            : undefined,
          instructions !== undefined && typeof instructions !== "string"
            ? error("instructions is not a text", "Give instructions as one text")
            : undefined,
          typeof instructions === "string" && instructions.length > 8_000
            ? warning(
                `instructions has ${instructions.length} characters: clients cut it`,
                "Keep instructions below 2,000 characters, the most important first",
              )
            : undefined,
        ],
        `${quote(textAt(info, "name") ?? "no name", 40)} ${safeText(textAt(info, "version") ?? "", 20)}`,
      );
    },
  },
  {
    name: "modern-probe",
    group: "revisions",
    on: "any",
    client: "Claude Code, Copilot and the AI SDK send server/discover first, and fall back to initialize by its error",
    source: "MCP 2026-07-28 Versioning; SDK 2.x versionNegotiation",
    async look(exam) {
      const { reply, peer } = await exam.openStateless();
      if (peer !== undefined) return well(`${statelessRevision} is served`);
      const status = reply.answer?.status ?? 200;
      const findings = [];
      if (reply.message === undefined && status === 0)
        findings.push(error(`server/discover: ${reply.said}`, "Answer a method that you do not know with error -32601, at once"));
      else if (exam.target.is === "stdio" && reply.message === undefined)
        findings.push(
          error(
            `server/discover: ${reply.said}: a client waits for its whole timeout before it falls back`,
            "Answer a method that you do not know with error -32601, at once",
          ),
        );
      else if (status >= 500)
        findings.push(
          error(
            `server/discover: ${reply.said}: clients do not fall back on a 5xx`,
            "Answer what you do not know with 400, 404 or error -32601",
          ),
        );
      else if (reply.result !== undefined)
        findings.push(
          error(
            "server/discover is answered with a result that has no supportedVersions",
            "Answer with supportedVersions, or with error -32601",
          ),
        );
      else
        findings.push(
          note(
            `${statelessRevision} is not served (${reply.said}); clients fall back to initialize`,
            `Serve ${statelessRevision} as well: it needs no sessions and survives restarts`,
          ),
        );
      return found(...findings);
    },
  },
  {
    name: "discover",
    group: "revisions",
    on: "any",
    client: "A client of 2026-07-28 reads versions, capabilities and how long it may keep them",
    source: "MCP 2026-07-28 server/discover, Caching",
    async look(exam) {
      const { reply, peer } = await exam.openStateless();
      if (peer === undefined || reply.result === undefined) return skip(`${statelessRevision} is not served`);
      const versions = listAt(reply.result, "supportedVersions") ?? [];
      return judge(
        [
          versions.includes(statelessRevision)
            ? undefined
            : error(`supportedVersions does not name ${statelessRevision}`, `List ${statelessRevision} in supportedVersions`),
          objectAt(reply.result, "capabilities") === undefined
            ? error("capabilities is missing", "Answer server/discover with capabilities, at least {}")
            : undefined,
          ...cacheFaults("server/discover", reply.result),
        ],
        `versions ${versions
          .filter((each) => typeof each === "string")
          .map((each) => safeText(each, 20))
          .join(", ")}`,
      );
    },
  },
  {
    name: "stateless-lists",
    group: "revisions",
    on: "any",
    client: "A client of 2026-07-28 may call without discovering first, and keeps lists as long as they say",
    source: "MCP 2026-07-28 Caching, resultType",
    async look(exam) {
      const { peer } = await exam.openStateless();
      if (peer === undefined) return skip(`${statelessRevision} is not served`);
      if (objectAt(peer.opening, "capabilities")?.["tools"] === undefined) return skip("the server declares no tools");
      const reply = await peer.request("tools/list");
      if (reply.result === undefined)
        return found(error(`tools/list of ${statelessRevision}: ${reply.said}`, "Answer every request by itself, whatever came before"));
      return judge(cacheFaults("tools/list", reply.result), "tools/list says resultType, ttlMs and cacheScope");
    },
  },
  {
    name: "stateless-errors",
    group: "revisions",
    on: "http",
    client: "A client of 2026-07-28 tells by code and status whether to go on, to fall back or to give up",
    source: "MCP 2026-07-28 Errors",
    async look(exam) {
      const { peer } = await exam.openStateless();
      if (peer === undefined) return skip(`${statelessRevision} is not served`);
      const version = statelessRequest("doctor-version", "tools/list", {
        _meta: { "io.modelcontextprotocol/protocolVersion": unknownRevision },
      });
      const unknown = replyOver(
        await exam.http.send({ body: version.message, headers: { ...version.headers, "mcp-protocol-version": unknownRevision } }),
      );
      const method = statelessRequest("doctor-method", "jackfield/none");
      const missing = replyOver(await exam.http.send({ body: method.message, headers: method.headers }));
      return judge(
        [
          unknown.code === -32022 && unknown.answer?.status === 400
            ? undefined
            : (unknown.result === undefined ? warning : error)(
                `a request of ${unknownRevision} is answered with ${unknown.said}`,
                "Answer a version that you do not serve with 400 and error -32022, naming those you do",
              ),
          missing.code === -32601 && missing.answer?.status === 404
            ? undefined
            : warning(`an unknown method of ${statelessRevision} is answered with ${missing.said}`, "Answer it with 404 and error -32601"),
        ],
        "unknown version 400 -32022, unknown method 404 -32601",
      );
    },
  },
  {
    name: "mirror-headers",
    group: "revisions",
    on: "http",
    client: "Gateways authorize by the headers Mcp-Method and Mcp-Name, and the body is what runs",
    source: "MCP 2026-07-28 Transports, header validation; meshery-extensions/meshery-mcp-server#52",
    async look(exam) {
      const { peer } = await exam.openStateless();
      if (peer === undefined) return skip(`${statelessRevision} is not served`);
      const call = statelessRequest("doctor-mirror", "tools/call", { name: nobody, arguments: {} });
      const wrong: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
        "another Mcp-Name": { "mcp-name": "another_tool" },
        "no Mcp-Name": { "mcp-name": undefined },
        "another Mcp-Method": { "mcp-method": "tools/list" },
        "no Mcp-Method": { "mcp-method": undefined },
        "another MCP-Protocol-Version": { "mcp-protocol-version": "2025-11-25" },
      };
      const findings = [];
      for (const [what, headers] of Object.entries(wrong)) {
        const reply = replyOver(await exam.http.send({ body: call.message, headers: { ...call.headers, ...headers } }));
        const isVersion = what.endsWith("Version");
        if (reply.answer?.status === 400 && (reply.code === -32020 || (isVersion && reply.code !== undefined))) continue;
        const severity = reply.result !== undefined || (reply.answer?.status ?? 0) < 400 ? error : warning;
        findings.push(
          severity(
            `tools/call with ${what} than its body is answered with ${reply.said}`.replace(/with no (\S+) than its body/, "without $1"),
            "Compare the mirrored headers with the body and refuse what differs: 400, error -32020",
          ),
        );
      }
      return judge(findings, `${Object.keys(wrong).length} requests whose headers and body differ are refused`);
    },
  },
];

/** A tool that no server has: calls of it run nothing. */
export const nobody = "jackfield_doctor_no_such_tool";

function cacheFaults(method: string, result: JsonObject): ReturnType<typeof error>[] {
  const faults = [];
  const { resultType, ttlMs, cacheScope } = result;
  if (resultType !== "complete")
    faults.push(error(`${method} has no resultType "complete"`, "Put resultType into every result of 2026-07-28"));
  if (!(Number.isInteger(ttlMs) && Number(ttlMs) >= 0))
    faults.push(error(`${method} has no ttlMs`, "Put ttlMs into it, a whole number of milliseconds, 0 where it must not be kept"));
  if (cacheScope !== "public" && cacheScope !== "private")
    faults.push(error(`${method} has no cacheScope`, 'Put cacheScope into it: "private", or "public" where all may share it'));
  return faults;
}

/** Throws Skipped where the server has no sessions to look at. */
export async function sessionOf(exam: {
  peer(): Promise<{ readonly session: string | undefined; readonly stateless: boolean }>;
}): Promise<string> {
  const { session, stateless } = await exam.peer();
  if (stateless) throw new Skipped("initialize is not served");
  if (session === undefined) throw new Skipped("the server gives no session ids");
  return session;
}
