import { type SmallFault, pause, row, when } from "./fault-row.ts";
import { signIn, signInMetadata } from "./servers/sign-in.ts";
import { goodTools } from "./servers/small-mcp.ts";
import { type Exchange, failure } from "./servers/small-server.ts";

/** Addresses, sign-in, revisions, sessions, headers: spoiled in one way each. */
export const httpFaults: readonly SmallFault[] = [
  row("redirect", "error", "POST is redirected", () => ({
    before: when(
      (x) => x.request.method === "POST" && !x.request.url?.includes("moved"),
      (x) => x.answer(307, undefined, { location: "/mcp?moved=1" }),
    ),
  })),
  row("response-time", "warning", "initialize takes four seconds", () => ({
    before: async (x) => {
      if (x.message?.method === "initialize") await pause(4_000);
      return false;
    },
  })),
  row("challenge", "error", "401 without WWW-Authenticate", () => ({ token: "t" })),
  row("challenge", "error", "resource_metadata names the authorization server", () => ({
    token: "t",
    challenge: (origin) => `Bearer resource_metadata="${origin}/.well-known/oauth-authorization-server"`,
  })),
  row("challenge", "warning", "no resource_metadata", () => ({ token: "t", challenge: () => 'Bearer realm="x"' })),
  row("challenge", "warning", "403 in place of 401", () => ({
    before: when(
      () => true,
      (x) => x.answer(403, { error: "forbidden" }),
    ),
  })),
  row("challenge-everywhere", "error", "GET needs no token", () => ({
    ...signIn,
    before: when((x) => x.request.method === "GET" && x.request.url === "/mcp", stream),
  })),
  row("resource-metadata", "error", "the document names the origin as resource", () => ({
    ...signIn,
    documents: (origin) => ({
      ...signIn.documents(origin),
      "/.well-known/oauth-protected-resource/mcp": { resource: origin, authorization_servers: [origin] },
    }),
  })),
  row("resource-metadata", "error", "no document", () => ({ ...signIn, documents: () => ({}) })),
  row("authorization-server", "error", "no S256", () => ({
    ...signIn,
    documents: (origin) => ({
      ...signIn.documents(origin),
      "/.well-known/oauth-authorization-server": { ...signInMetadata(origin), code_challenge_methods_supported: ["plain"] },
    }),
  })),
  row("authorization-server", "error", "another issuer", () => ({
    ...signIn,
    documents: (origin) => ({
      ...signIn.documents(origin),
      "/.well-known/oauth-authorization-server": { ...signInMetadata(origin), issuer: "https://other.example" },
    }),
  })),
  row("opening", "error", "the address is a web page", () => ({
    before: when(
      () => true,
      (x) => void x.response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>"),
    ),
  })),
  row("opening", "error", "the address speaks HTTP+SSE", () => ({
    before: (x) => {
      if (x.request.method === "GET")
        x.response.writeHead(200, { "content-type": "text/event-stream" }).write("event: endpoint\ndata: /messages\n\n");
      else x.answer(405);
      return true;
    },
  })),
  row("negotiation", "error", "2025-06-18 is an error", () => ({
    reply: (message) =>
      message.method === "initialize" && message.params.protocolVersion === "2025-06-18"
        ? failure(message.id, -32602, "unsupported")
        : undefined,
  })),
  row("negotiation", "error", "a revision that there is not", () => ({
    result: (result, message) => (message.method === "initialize" ? { ...result, protocolVersion: "1.0" } : result),
  })),
  row("unknown-revision", "error", "what is asked for is echoed", () => ({
    result: (result, message) =>
      message.method === "initialize" ? { ...result, protocolVersion: message.params.protocolVersion } : result,
  })),
  row("modern-probe", "error", "500 for server/discover", () => ({
    isOld: true,
    before: when(
      (x) => x.message?.method === "server/discover",
      (x) => x.answer(500),
    ),
  })),
  row("stateless-errors", "warning", "an unknown method is 200", () => ({
    before: when(
      (x) => x.isModern && x.message.method === "jackfield/none",
      (x) => x.answer(200, failure(x.message.id, -32603, "what")),
    ),
  })),
  row("mirror-headers", "error", "headers are not compared", () => ({ without: ["mirror"] })),
  row("session-id", "error", "ids count up", () => {
    let next = 1_000;
    return { session: () => `session-number-${(next += 1)}` };
  }),
  row("session-id", "warning", "short ids", () => ({ session: () => Math.random().toString(36).slice(2, 10) })),
  row("session-unknown", "error", "400 for an unknown session", () => {
    const known = new Set<string>();
    return {
      session: () => remember(known),
      before: when(
        (x) => x.session !== undefined && !known.has(x.session),
        (x) => x.answer(400, failure(null, -32000, "Bad Request")),
      ),
    };
  }),
  row("session-unknown", "warning", "made-up sessions are served", () => ({
    before: when(
      (x) => x.session !== undefined && x.message?.method === "tools/list",
      (x) => x.answer(200, { jsonrpc: "2.0", id: x.message.id, result: { tools: goodTools } }),
    ),
  })),
  row("session-missing", "error", "500 without a session", () => ({
    before: when(
      (x) => x.session === undefined && !x.isModern && x.message?.method === "tools/list",
      (x) => x.answer(500, { error: "no session" }),
    ),
  })),
  row("session-end", "error", "an ended session goes on", () => ({ without: ["end"] })),
  row("session-end", "error", "DELETE is 500", () => ({
    before: when(
      (x) => x.request.method === "DELETE",
      (x) => x.answer(500),
    ),
  })),
  row("sessions-apart", "error", "the second client ends the first", () => {
    let last = "";
    return {
      session: () => (last = crypto.randomUUID()),
      before: when(
        (x) => x.session !== undefined && x.session !== last,
        (x) => x.answer(404, failure(null, -32001, "gone")),
      ),
    };
  }),
  row("sessions-apart", "error", "all clients have one id", () => ({ session: () => "0123456789abcdef0123456789abcdef" })),
  row("initialized", "error", "a notification is 400", () => ({
    before: when(
      (x) => x.message?.method === "notifications/initialized",
      (x) => x.answer(400, failure(null, -32600, "no id")),
    ),
  })),
  row("get", "error", "GET of a session that lives is 404", () => ({
    before: when(
      (x) => x.request.method === "GET",
      (x) => x.answer(404),
    ),
  })),
  row("get-bare", "error", "a bare GET is 500", () => ({
    before: when(
      (x) => x.request.method === "GET" && x.session === undefined,
      (x) => x.answer(500),
    ),
  })),
  row("head", "error", "HEAD is 500", () => ({
    before: when(
      (x) => x.request.method === "HEAD",
      (x) => x.answer(500),
    ),
  })),
  row("answer-type", "error", "JSON as text/plain", () => ({
    before: when(
      (x) => x.message?.method === "tools/list" && !x.isModern,
      (x) =>
        void x.response
          .writeHead(200, { "content-type": "text/plain" })
          .end(JSON.stringify({ jsonrpc: "2.0", id: x.message.id, result: { tools: goodTools } })),
    ),
  })),
  row("accept", "error", "Accept is compared as text", () => ({
    before: when(
      (x) => x.request.method === "POST" && x.request.headers.accept !== "application/json, text/event-stream",
      (x) => x.answer(406),
    ),
  })),
  row("content-type", "error", "Content-Type is compared as text", () => ({
    before: when(
      (x) => x.request.method === "POST" && x.request.headers["content-type"] !== "application/json",
      (x) => x.answer(415),
    ),
  })),
  row("version-header-missing", "error", "the version header must be there", () => ({
    before: when(
      (x) => x.session !== undefined && x.request.method === "POST" && x.request.headers["mcp-protocol-version"] === undefined,
      (x) => x.answer(400),
    ),
  })),
  row("version-header-wrong", "warning", "any version header will do", () => ({ without: ["version"] })),
  row("query", "warning", "a query is 404", () => ({
    before: when(
      (x) => x.request.url?.includes("?") === true,
      (x) => x.answer(404),
    ),
  })),
  row("host-header", "error", "Host is not looked at", () => ({ without: ["host"] })),
  row("origin-header", "error", "Origin is not looked at", () => ({ without: ["origin"] })),
  row("cors", "error", "CORS for everybody", () => ({
    before: when(
      (x) => x.request.method === "OPTIONS",
      (x) => x.answer(204, undefined, { "access-control-allow-origin": "*", "access-control-allow-methods": "POST" }),
    ),
  })),
  row("plain-body", "error", "text/plain is read", () => ({ without: ["type"] })),
  row("error-details", "warning", "a stack trace in an error", () => ({
    before: when(
      (x) => x.request.method === "POST" && x.message === undefined,
      (x) => x.answer(400, { error: new Error("bad").stack }),
    ),
  })),
];

function stream(x: Exchange): void {
  x.response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
}

function remember(known: Set<string>): string {
  const id = crypto.randomUUID();
  known.add(id);
  return id;
}
