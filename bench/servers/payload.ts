/**
 * What the echo tool answers, the same behind every target. `prose` is text with the odd quote and newline, `json` is JSON inside the text
 * block (what most tools return), `dense` is many small objects beside a text of one character (the scan's worst case).
 */
export type Shape = "prose" | "json" | "dense";

export interface EchoArguments {
  /** Characters of the first text block; for `dense`, bytes of the whole result, about. */
  readonly size?: number;
  readonly shape?: Shape;
  /** Echoed instead: large requests. */
  readonly text?: string;
}

const prose = 'The relay said: "pass the bytes on".\nThen it waited for the next line of work.\n';
const made = new Map<string, Buffer>();

/** The finished MCP result as bytes, made once for each size and shape. */
export function echoResult(args: EchoArguments): Buffer {
  if (typeof args.text === "string") return Buffer.from(resultOf(args.text));
  const size = args.size ?? 100;
  const shape = args.shape ?? "prose";
  const key = `${shape} ${size}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(
    shape === "dense" ? denseResult(size) : resultOf(repeat(shape === "prose" ? prose : JSON.stringify(row(7)), size)),
  );
  made.set(key, bytes);
  return bytes;
}

/** The same as a value, for servers that take values. */
export function echoValue(args: EchoArguments): unknown {
  return JSON.parse(echoResult(args).toString());
}

/** The tool as listed. */
export const echoTool = {
  name: "echo",
  title: "Echo",
  description: "Returns text of the asked size",
  inputSchema: {
    type: "object",
    properties: { size: { type: "number" }, shape: { type: "string" }, text: { type: "string" } },
  },
  annotations: { title: "Echo", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

function resultOf(text: string): string {
  return JSON.stringify({ content: [{ type: "text", text }] });
}

function denseResult(size: number): string {
  const each = JSON.stringify(row(123_456)).length + 1;
  return JSON.stringify({
    content: [{ type: "text", text: "x" }],
    structuredContent: { rows: Array.from({ length: Math.ceil(size / each) }, (_, index) => row(index)) },
  });
}

function row(index: number): object {
  return { id: index, name: `n${index}`, on: true, at: [index, 0.5, null] };
}

function repeat(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}
