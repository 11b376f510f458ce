import { isList, quote, saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import { authorizationServer, challengeOf, resourceMetadata } from "../discovery.ts";
import { initializeParams, request } from "../message.ts";

const challengeFix = 'Answer 401 with WWW-Authenticate: Bearer resource_metadata="https://…/.well-known/oauth-protected-resource/…"';

/** OAuth: what a client without a token finds. Discovery only: nobody signs in, and no client is registered. */
export const authorizationChecks: readonly Check[] = [
  {
    name: "challenge",
    group: "authorization",
    on: "http",
    client: "A client without a token reads from the 401 where to sign in",
    source: "RFC 9728 §5.1; MCP Authorization; claude-ai-mcp#345",
    async look({ http }) {
      const answer = await http.send({ body: request(1, "initialize", initializeParams("2025-11-25")), bare: true });
      if (answer.status === 403)
        return found(
          warning(
            "a request without a token is 403: clients start no sign-in",
            "Answer it with 401 and WWW-Authenticate; 403 says that a token lacks a scope",
          ),
        );
      if (answer.status !== 401) return well(`no token is asked for (HTTP ${answer.status})`);
      const header = answer.headers["www-authenticate"];
      if (header === undefined) return found(error("a request without a token is 401 without WWW-Authenticate", challengeFix));
      const challenge = challengeOf(header);
      if (challenge === undefined) return found(warning(`WWW-Authenticate is no Bearer challenge: ${quote(header, 80)}`, challengeFix));
      const address = challenge.get("resource_metadata");
      if (address === undefined)
        return found(warning("WWW-Authenticate names no resource_metadata: clients guess where it is", challengeFix));
      if (!/resource_metadata="/i.test(header)) return found(warning("resource_metadata is not in quotation marks", challengeFix));
      if (!URL.canParse(address)) return found(error(`resource_metadata is no whole address: ${quote(address, 80)}`, challengeFix));
      if (/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(address))
        return found(error("resource_metadata names the authorization server's document", challengeFix));
      return well("401 with resource_metadata");
    },
  },
  {
    name: "challenge-everywhere",
    group: "authorization",
    on: "http",
    client: "Codex looks for the challenge with GET, Gemini CLI with HEAD; sessions of others must not open to who has no token",
    source: "kenlasko/monize#94; seen: Codex 0.171, Gemini CLI 0.61",
    async look({ http }) {
      const post = await http.send({ body: request(1, "tools/list", {}), bare: true });
      const opening = await http.send({ body: request(1, "initialize", initializeParams("2025-11-25")), bare: true });
      if (opening.status !== 401) return skip("no token is asked for");
      const findings: Finding[] = [];
      if (post.status !== 401)
        findings.push(error(`without a token tools/list is ${saidBy(post)}`, "Ask for the token with every request, whatever its method"));
      for (const method of ["GET", "HEAD", "DELETE"]) {
        const answer = await http.send({
          method,
          bare: true,
          until: "head",
          headers: { accept: "text/event-stream", "mcp-session-id": "11111111-2222-4333-8444-555555555555" },
        });
        if (answer.status === 401 && answer.headers["www-authenticate"] === undefined)
          findings.push(warning(`${method} without a token is 401 without WWW-Authenticate`, challengeFix));
        else if (answer.status !== 401 && answer.status !== 405)
          findings.push(
            (answer.status >= 200 && answer.status < 300 ? error : warning)(
              `${method} without a token is ${saidBy(answer)}`,
              "Ask for the token before anything else, with every method",
            ),
          );
      }
      return judge(findings, "POST, GET, HEAD and DELETE are 401");
    },
  },
  {
    name: "resource-metadata",
    group: "authorization",
    on: "http",
    client: "A client reads which authorization server the resource trusts, and stops where the document names another resource",
    source: "RFC 9728 §3; python-sdk#1400",
    async look(exam) {
      const opening = await exam.http.send({ body: request(1, "initialize", initializeParams("2025-11-25")), bare: true });
      if (opening.status !== 401) return skip("no token is asked for");
      const { document, at, tried } = await resourceMetadata(exam, opening.headers["www-authenticate"]);
      if (document === undefined)
        return found(
          error(
            `no protected-resource document: ${tried}`,
            "Serve the RFC 9728 document where resource_metadata says, and at /.well-known/oauth-protected-resource with the endpoint's path",
          ),
        );
      const servers = document["authorization_servers"];
      const { resource } = document;
      const asked = exam.target.url.href;
      return judge(
        [
          typeof resource !== "string"
            ? error("the document names no resource", "Name the endpoint's address as resource")
            : resource !== asked && resource !== asked.replace(/\/$/, "")
              ? error(
                  `the document's resource is ${quote(resource, 80)}, and the address used is ${quote(asked, 80)}: strict clients stop`,
                  "Name as resource just the address that clients are given",
                )
              : undefined,
          isList(servers) && servers.length > 0 && servers.every((each) => typeof each === "string" && URL.canParse(each))
            ? undefined
            : error("the document names no authorization server", "Name at least one issuer in authorization_servers"),
        ],
        `${quote(at?.pathname ?? "", 80)} names ${isList(servers) ? servers.length : 0} authorization server`,
      );
    },
  },
  {
    name: "authorization-server",
    group: "authorization",
    on: "http",
    client: "A client reads the authorization server's metadata, and goes no further without S256",
    source: "RFC 8414 §3; MCP Authorization; RFC 7636",
    async look(exam) {
      const opening = await exam.http.send({ body: request(1, "initialize", initializeParams("2025-11-25")), bare: true });
      if (opening.status !== 401) return skip("no token is asked for");
      const { document } = await resourceMetadata(exam, opening.headers["www-authenticate"]);
      const servers = document?.["authorization_servers"];
      const issuer = isList(servers) ? servers[0] : undefined;
      if (typeof issuer !== "string" || !URL.canParse(issuer)) return skip("no authorization server is named");
      const { document: metadata, tried } = await authorizationServer(exam, new URL(issuer));
      if (metadata === undefined)
        return found(
          error(
            `no metadata of ${quote(issuer, 80)}: ${tried}`,
            "Serve RFC 8414 metadata at /.well-known/oauth-authorization-server with the issuer's path",
          ),
        );
      const methods = metadata["code_challenge_methods_supported"];
      const own = metadata["issuer"];
      const missing = ["authorization_endpoint", "token_endpoint"].filter((name) => typeof metadata[name] !== "string");
      const registers = typeof metadata["registration_endpoint"] === "string" || metadata["client_id_metadata_document_supported"] === true;
      return judge(
        [
          own !== issuer && own !== issuer.replace(/\/$/, "")
            ? error(
                `the metadata's issuer is ${quote(typeof own === "string" ? own : "", 80)}, not ${quote(issuer, 80)}: clients stop`,
                "Let issuer be just the address under which the metadata is found",
              )
            : undefined,
          missing.length > 0
            ? error(`the metadata has no ${missing.join(" and no ")}`, "Name authorization_endpoint and token_endpoint")
            : undefined,
          isList(methods) && methods.includes("S256")
            ? undefined
            : error(
                "the metadata does not name S256: MCP clients refuse the server",
                'Support PKCE and say so: "code_challenge_methods_supported": ["S256"]',
              ),
          registers
            ? undefined
            : warning(
                "the metadata offers no way for a new client: no client-id metadata documents and no registration",
                "Support client_id_metadata_document_supported, or a registration_endpoint",
              ),
          metadata["client_id_metadata_document_supported"] === true || !registers
            ? undefined
            : note(
                "clients register anew for each installation: client-id metadata documents are not supported",
                "Support client_id_metadata_document_supported: registration is deprecated since 2026-07-28",
              ),
        ],
        `${quote(issuer, 80)} has S256`,
      );
    },
  },
];
