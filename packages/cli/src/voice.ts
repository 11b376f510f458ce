import type { Fault } from "@jackfield/contract";

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
  fail(fault: Fault): void;
}

export interface Outputs {
  out(text: string): void;
  error(text: string): void;
}

/** A voice on two outputs. With `json`, standard output carries JSON lines only. */
export function createVoice(json: boolean, outputs: Outputs): Voice {
  return {
    json,
    say: (event, ...lines) => outputs.out(json ? `${JSON.stringify(event)}\n` : lines.map((line) => `${line}\n`).join("")),
    warn: (event, line) => (json ? outputs.out(`${JSON.stringify({ ...event, warning: line })}\n`) : outputs.error(`${line}\n`)),
    fail(fault) {
      if (json) outputs.out(`${JSON.stringify({ event: "failed", code: fault.code, message: fault.message, hint: fault.hint })}\n`);
      else outputs.error(`jackfield: ${fault.message}\n${fault.hint === "" ? "" : `  ${fault.hint}\n`}`);
    },
  };
}
