import type { Fault } from "@jackfield/contract";
import { asCalled } from "./program-name.ts";

/** What is said of one thing: lines for people, or one JSON object a line for programs. */
export interface Event {
  /** Snake case; the member `event` of the JSON line. */
  readonly event: string;
  readonly [member: string]: unknown;
}

/** How a command speaks. */
export interface Voice {
  readonly json: boolean;
  /** Says one thing: the lines to people, the event to programs. */
  say(event: Event, ...lines: readonly string[]): void;
  /** Something that went otherwise than asked, and what was done instead. Standard error. */
  warn(event: Event, line: string): void;
  /** An ordinary line of a log, the member `line` of its JSON. Standard error. */
  note(event: Event, line: string): void;
  fail(fault: Fault): void;
}

export interface Outputs {
  out(text: string): void;
  error(text: string): void;
}

/** A voice on two outputs. With `json`, standard output carries JSON lines only. `program` is what a person types to run a command. */
export function createVoice(json: boolean, outputs: Outputs, program = "jackfield"): Voice {
  const called = (text: string): string => asCalled(text, program);
  return {
    json,
    say: (event, ...lines) => outputs.out(json ? `${JSON.stringify(event)}\n` : lines.map((line) => `${called(line)}\n`).join("")),
    warn: (event, line) =>
      json ? outputs.out(`${JSON.stringify({ ...event, warning: called(line) })}\n`) : outputs.error(`${called(line)}\n`),
    note: (event, line) =>
      json ? outputs.out(`${JSON.stringify({ ...event, line: called(line) })}\n`) : outputs.error(`${called(line)}\n`),
    fail(fault) {
      const [message, hint] = [called(fault.message), called(fault.hint)];
      if (json) outputs.out(`${JSON.stringify({ event: "failed", code: fault.code, message, hint })}\n`);
      else outputs.error(`jackfield: ${message}\n${hint === "" ? "" : `${hint.replace(/^/gm, "  ")}\n`}`);
    },
  };
}
