import type { Exam, HttpExam, StdioExam } from "./exam.ts";
import type { Look } from "./look.ts";

/** What checks are about, in the order of a report. */
export const groups = [
  "reach",
  "authorization",
  "revisions",
  "sessions",
  "http",
  "safety",
  "messages",
  "lists",
  "calls",
  "streams",
  "process",
] as const;
export type Group = (typeof groups)[number];

interface About {
  /** What `--only` and `--skip` call it. */
  readonly name: string;
  readonly group: Group;
  /** What a client does, which the check does too. */
  readonly client: string;
  /** Where the rule comes from: a part of the MCP specification, an RFC, or the client that behaves so. */
  readonly source: string;
}

/** One check as data. `on`: what kind of server it is for. */
export type Check =
  | (About & { readonly on: "http"; look(exam: HttpExam): Promise<Look> })
  | (About & { readonly on: "stdio"; look(exam: StdioExam): Promise<Look> })
  | (About & { readonly on: "any"; look(exam: Exam): Promise<Look> });
