import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { NamedCall, Severity, Target } from "@jackfield/doctor";
import { contentFaults } from "./faults-content.ts";
import { exchangeFaults } from "./faults-exchange.ts";
import { httpFaults } from "./faults-http.ts";
import { selfSigned } from "./servers/self-signed.ts";
import { type SmallServerOptions, smallServer } from "./servers/small-server.ts";
import { type StdioFault, smallStdio } from "./servers/small-stdio.ts";

/** A server with one fault, and the check that must find it. */
export interface Fault {
  readonly check: string;
  /** What the check must at least say of it. */
  readonly severity: Severity;
  readonly what: string;
  readonly call?: NamedCall;
  start(): Promise<Running>;
}

export interface Running extends AsyncDisposable {
  readonly target: Target;
}

export async function startSmall(options: SmallServerOptions): Promise<Running> {
  const server = await smallServer(options);
  return { target: { is: "http", url: server.url, headers: {} }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

export function startStdio(fault: StdioFault): Promise<Running> {
  return Promise.resolve({
    target: { is: "stdio", command: process.execPath, args: smallStdio(fault), folder: process.cwd() },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
}

/** https with a certificate that nobody trusts. */
async function startUntrusted(): Promise<Running> {
  const server = createTlsServer(selfSigned(), (_request, response) => response.end());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    target: { is: "http", url: new URL(`https://127.0.0.1:${port}/mcp`), headers: {} },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const stdioFaults: readonly (readonly [check: string, severity: Severity, fault: StdioFault])[] = [
  ["stdout", "error", "logs"],
  ["start-time", "error", "dies at start"],
  ["probe-first", "error", "dies of what it does not know"],
  ["modern-probe", "error", "silent of what it does not know"],
  ["end-of-input", "warning", "stays after its input"],
  ["terminate", "error", "ignores signals"],
  ["line-ends", "error", "splits at U+2028"],
  ["line-ends", "warning", "refuses CRLF"],
  ["ids", "error", "ids as text"],
  ["malformed", "error", "dies of rubbish"],
];

/** Every planted fault. */
export const faults: readonly Fault[] = [
  { check: "address", severity: "note", what: "an address of this computer", start: () => startSmall({}) },
  { check: "certificate", severity: "error", what: "a certificate that nobody trusts", start: startUntrusted },
  ...[...httpFaults, ...exchangeFaults, ...contentFaults].map((fault): Fault => ({ ...fault, start: () => startSmall(fault.options()) })),
  ...stdioFaults.map(([check, severity, fault]): Fault => ({
    check,
    severity,
    what: `a command that ${fault}`,
    start: () => startStdio(fault),
  })),
];
