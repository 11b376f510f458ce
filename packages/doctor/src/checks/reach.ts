import { quote, saidBy } from "../answer.ts";
import type { Check } from "../check.ts";
import { error, found, judge, note, skip, warning, well } from "../look.ts";
import { initializeParams, request } from "../message.ts";
import { isLoopback, isPrivate } from "../target.ts";

/** Can a client get there at all. */
export const reachChecks: readonly Check[] = [
  {
    name: "address",
    group: "reach",
    on: "http",
    client: "Hosted clients (claude.ai, ChatGPT) connect from their own cloud, to https on port 443 only",
    source: "anthropics/claude-ai-mcp#85",
    look({ target: { url } }) {
      if (isLoopback(url.hostname))
        return Promise.resolve(
          found(
            note(
              "the address is one of this computer: clients on it reach it, hosted clients do not",
              "Serve it under a public https address where hosted clients shall reach it",
            ),
          ),
        );
      if (isPrivate(url.hostname))
        return Promise.resolve(
          found(
            note(
              "the address is one of a private network: hosted clients do not reach it",
              "Serve it under a public https address where hosted clients shall reach it",
            ),
          ),
        );
      return Promise.resolve(
        judge(
          [
            url.protocol === "https:"
              ? undefined
              : warning("the address is http: tokens travel in the clear, and hosted clients refuse it", "Serve it over https"),
            url.port === ""
              ? undefined
              : warning(
                  `the port is ${url.port}: hosted clients were seen to connect to 443 only`,
                  "Serve it on port 443, behind a proxy where need be",
                ),
            /^[\d.]+$|^\[/.test(url.hostname)
              ? warning("the host is a number: certificates and hosted clients want a name", "Give the server a name in DNS")
              : undefined,
          ],
          "a public https address on port 443",
        ),
      );
    },
  },
  {
    name: "certificate",
    group: "reach",
    on: "http",
    client: "Every client checks the certificate and has no button to go on",
    source: "RFC 9110 §4.3.4",
    async look({ http, target: { url } }) {
      if (url.protocol !== "https:") return skip("the address is not https");
      const answer = await http.send({ method: "GET", until: "head", bare: true, headers: { accept: "text/event-stream" } });
      if (answer.status !== 0 || !isCertificateFault(answer.why)) return well("the certificate is trusted and names the host");
      return found(
        error(
          `the certificate is refused: ${quote(answer.why ?? "", 60)}`,
          "Install a certificate of a public authority for this name, with its whole chain",
        ),
      );
    },
  },
  {
    name: "redirect",
    group: "reach",
    on: "http",
    client: "Clients post to the address as it stands; a redirect turns the POST into a GET, or drops the credentials",
    source: "RFC 9110 §15.4; SDK 2.x redirectPolicy same-origin",
    async look({ http }) {
      const answer = await http.send({ body: request(1, "initialize", initializeParams("2025-11-25")) });
      if (answer.status < 300 || answer.status > 399) return well("no redirect");
      return found(
        error(
          `POST is redirected: ${saidBy(answer)}, to ${quote(answer.headers["location"] ?? "", 80)}`,
          "Give clients the final address, and answer POST there without a redirect",
        ),
      );
    },
  },
  {
    name: "response-time",
    group: "reach",
    on: "http",
    client: "Clients give up where no header comes within 60 s, health checks much earlier",
    source: "Claude Code 2.1: no response headers within 60 s ends the call",
    async look({ http, limits }) {
      const answer = await http.send({ body: request(1, "initialize", initializeParams("2025-11-25")) });
      const ms = answer.headMs;
      if (ms === undefined)
        return found(
          error(
            `initialize: ${saidBy(answer)}`,
            `Answer initialize at once; clients wait for no longer than ${limits.requestMs / 1000} to 60 s`,
          ),
        );
      const said = `initialize is answered after ${Math.round(ms)} ms`;
      return judge(
        [ms > 3_000 ? warning(said, "Answer initialize within a second: do slow start-up work before listening, or later") : undefined],
        said,
      );
    },
  },
];

/** Codes of Node for a certificate that is not trusted. */
export function isCertificateFault(code: string | undefined): boolean {
  return code !== undefined && /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/.test(code);
}
