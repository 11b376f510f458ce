import { Fault, type FaultCode, type Json, type JsonObject, safeText } from "@jackfield/contract";
import { type RpcError, isObject } from "./incoming.ts";

/** What a server's error code means to whoever called. Codes that describe our own hop are our fault and not the caller's. */
const faultsByCode: Readonly<Record<number, FaultCode>> = {
  [-32600]: "upstream_error",
  [-32601]: "method_unknown",
  [-32602]: "invalid_params",
  [-32002]: "resource_unknown",
  [-32021]: "capability_missing",
};

/** A server's error as a Fault: its words, cut and without hidden characters, are for the caller; what they were about travels along. */
export function faultOfError(
  error: RpcError,
  asked: { readonly method: string; readonly params: Readonly<Record<string, Json | Uint8Array | undefined>> },
): Fault {
  const code = codeOf(error, asked.method);
  if (error.code === urlElicitationRequired) return new VisitFirst(error);
  if (error.code === versionUnsupported) return otherVersion(error);
  const message = safeText(error.message, messageChars);
  const data = dataOf(error, code, asked.params["uri"]);
  return new Fault(code, message === "" ? undefined : message, {
    hint: code === "upstream_error" ? "The server behind this link answered with an error" : "",
    ...(data === undefined ? {} : { data }),
    internal: `upstream error ${error.code}`,
  });
}

function codeOf({ code }: RpcError, method: string): FaultCode {
  // From 2026-07-28 a resource that is not there is an invalid parameter: it is the same to a reader.
  if (code === -32602 && method === "resources/read") return "resource_unknown";
  // What a caller asked for is a method that we serve. As -32601 it would be HTTP 404 without sessions, which clients take for a broken connection.
  if (code === -32601 && callersMethods.has(method)) return "upstream_error";
  return faultsByCode[code] ?? "upstream_error";
}

function dataOf(error: RpcError, code: FaultCode, uri: Json | Uint8Array | undefined): JsonObject | undefined {
  if (code === "resource_unknown" && typeof uri === "string") return { uri };
  if (code === "capability_missing" && isObject(error.data)) {
    const { requiredCapabilities } = error.data;
    return isObject(requiredCapabilities) ? { requiredCapabilities } : undefined;
  }
  return code === "upstream_error" ? { code: error.code } : undefined;
}

/** MCP 2026-07-28: the revision is that of our own hop. A client that was told the code would take it for one of its own, and go back to another. */
function otherVersion({ data }: RpcError): Fault {
  const supported = isObject(data) && Array.isArray(data["supported"]) ? (data["supported"] as Json[]) : [];
  const named = supported.flatMap((version) => (typeof version === "string" ? [safeText(version, 32)] : [])).slice(0, mostVersions);
  const instead = named.length === 0 ? "" : `: it speaks ${named.join(", ")}`;
  return new Fault("upstream_error", `The server does not speak the revisions of MCP that are known here${instead}`, {
    hint: "Use another version of the server, or of Jackfield",
    data: { code: versionUnsupported },
    internal: `upstream error ${versionUnsupported}`,
  });
}

/** MCP 2025-11-25: the server wants the person to open an address before it goes on. `what`: the error's data. */
export class VisitFirst extends Fault {
  readonly what: Json | undefined;

  constructor({ message, data }: RpcError) {
    super("upstream_error", safeText(message, messageChars), {
      hint: "The server wants an address opened first: use a client that can be asked to open one",
      data: { code: urlElicitationRequired },
    });
    this.what = data;
  }
}

const callersMethods: ReadonlySet<string> = new Set(["tools/call", "resources/read", "prompts/get", "completion/complete"]);
const urlElicitationRequired = -32042;
const versionUnsupported = -32022;
const mostVersions = 8;
const messageChars = 500;
