/** An answer as it was on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client that says only what it is told to say: of a revision with sessions, which it opens, or of 2026-07-28. `can`: its capabilities. */
export class RawClient {
  readonly #url: string;
  readonly #revision: string;
  readonly #can: object;
  #session: string | undefined;

  constructor(url: string, revision: string, can: object = {}) {
    this.#url = url;
    this.#revision = revision;
    this.#can = can;
  }

  async call(name: string, args: object = {}): Promise<RawAnswer> {
    return this.#request("tools/call", { name, arguments: args }, name);
  }

  async read(uri: string): Promise<RawAnswer> {
    return this.#request("resources/read", { uri }, uri);
  }

  async #request(method: string, params: object, name: string): Promise<RawAnswer> {
    if (this.#revision.startsWith("2024") || this.#revision.startsWith("2025")) {
      this.#session ??= await this.#open();
      return this.#post({ "mcp-session-id": this.#session, "mcp-protocol-version": this.#revision }, { method, params });
    }
    const meta = {
      "io.modelcontextprotocol/protocolVersion": this.#revision,
      "io.modelcontextprotocol/clientCapabilities": this.#can,
    };
    const headers = { "mcp-protocol-version": this.#revision, "mcp-method": method, "mcp-name": name };
    return this.#post(headers, { method, params: { ...params, _meta: meta } });
  }

  async #open(): Promise<string> {
    const params = { protocolVersion: this.#revision, capabilities: this.#can, clientInfo: { name: "raw", version: "1" } };
    const answer = await this.#fetch({}, { id: 0, method: "initialize", params });
    await answer.text();
    const session = answer.headers.get("mcp-session-id") ?? "";
    await this.#fetch({ "mcp-session-id": session }, { method: "notifications/initialized" });
    return session;
  }

  async #post(headers: Readonly<Record<string, string>>, request: object): Promise<RawAnswer> {
    const answer = await this.#fetch(headers, { id: 1, ...request });
    const text = await answer.text();
    // One object, or the last event of a stream.
    const json = text.startsWith("{") ? text : (text.split("data: ").at(-1) ?? "").trim();
    return { status: answer.status, ...(JSON.parse(json) as Omit<RawAnswer, "status">) };
  }

  #fetch(headers: Readonly<Record<string, string>>, message: object): Promise<Response> {
    return fetch(this.#url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  }
}
