import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault } from "@jackfield/contract";
import type { Head } from "@jackfield/mcp";
import type { BodyTaker, HeldBody } from "./body.ts";
import { headerOf, refuseClient } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";
import type { Visit } from "./peers.ts";

/** One MCP request on a link, until its body is here. */
export abstract class McpRequest implements BodyTaker, Head {
  protected readonly parts: Parts;
  protected readonly request: IncomingMessage;
  protected readonly response: ServerResponse;
  protected readonly visit: Visit;
  protected readonly link: Link;

  constructor(parts: Parts, request: IncomingMessage, response: ServerResponse, visit: Visit, link: Link) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    this.visit = visit;
    this.link = link;
  }

  get method(): string {
    return this.request.method ?? "";
  }

  header(name: string): string | undefined {
    return headerOf(this.request, name);
  }

  refused(fault: Fault): void {
    refuseClient(this.response, fault);
  }

  whole(body: Buffer, held: HeldBody): void {
    this.hand(body, held);
  }

  /** Takes the body, and lets go of it when the answer is out. */
  abstract hand(body: Uint8Array, held?: HeldBody): void;
}
