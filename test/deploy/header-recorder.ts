import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands behind Caddy in place of a relay, and keeps the headers of each request as they came. */
export interface HeaderRecorder extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly (readonly string[])[];
}

/** Listens on a free port of 127.0.0.1; answers 200 to everything. */
export async function recordHeaders(): Promise<HeaderRecorder> {
  const seen: string[][] = [];
  const server = createServer((request, response) => {
    seen.push(request.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text)));
    request.resume();
    response.end("seen");
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Every value of a header in a raw list. */
export function valuesOf(raw: readonly string[], name: string): readonly string[] {
  return raw.filter((_text, index) => index % 2 === 1 && raw[index - 1] === name);
}
