import { No } from "./words.ts";

/** What stands in a request, as far as it is looked at; each method checks what it takes. */
export interface Params {
  readonly [name: string]: unknown;
  readonly arguments?: { readonly word?: unknown };
  readonly agent?: { readonly id: string; readonly name?: string };
}

export interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Params;
}

/** An error of the protocol; `close` where it ends the connection. */
export class Wrong extends Error {
  readonly code: number;
  readonly close: number | undefined;

  constructor(code: number, message: string, close?: number) {
    super(message);
    this.code = code;
    this.close = close;
  }
}

export function parse(text: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Wrong(-32_700, "The message is not JSON", 4400);
  }
  const isMessage = isObject(value) && value["jsonrpc"] === "2.0" && typeof value["method"] === "string" && isObject(value["params"] ?? {});
  if (!isMessage) throw new Wrong(-32_600, "That is no message", 4400);
  return value as unknown as Message;
}

/** What is answered for what was thrown. */
export function problemOf(error: unknown): {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
  readonly close?: number;
} {
  if (error instanceof No) return { code: -32_001, message: error.message, data: { code: error.code } };
  if (!(error instanceof Wrong)) return { code: -32_603, message: "It failed" };
  return { code: error.code, message: error.message, ...(error.close === undefined ? {} : { close: error.close }) };
}

/** A text that is one. */
export function textOf(value: unknown, name: string): string {
  if (typeof value !== "string" || value.length === 0 || value.length > 2_000) throw new Wrong(-32_602, `${name} must be text`);
  return value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
