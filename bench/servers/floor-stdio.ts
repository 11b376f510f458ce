import { type EchoArguments, echoResult, echoTool } from "./payload.ts";

/** Floor: the cheapest stdio server with the echo tool. Every proxy is measured in front of it. */
let parts: Buffer[] = [];

process.stdin.on("data", (bytes: Buffer) => {
  const out: (Buffer | string)[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
    const line = parts.length > 0 ? Buffer.concat([...parts, bytes.subarray(from, end)]) : bytes.subarray(from, end);
    parts = [];
    from = end + 1;
    out.push(...answer(line.toString()));
  }
  if (from < bytes.length) parts.push(Buffer.from(bytes.subarray(from)));
  process.stdout.cork();
  for (const piece of out) process.stdout.write(piece);
  process.stdout.uncork();
});
process.stdin.on("end", () => process.exit(0));

function answer(line: string): (Buffer | string)[] {
  const message = JSON.parse(line) as { id?: unknown; method: string; params?: { protocolVersion?: string; arguments?: EchoArguments } };
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},`;
  const result = (value: object): string[] => [`${head}"result":${JSON.stringify(value)}}\n`];
  switch (message.method) {
    case "initialize":
      return result({
        protocolVersion: message.params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "floor", version: "1.0.0" },
      });
    case "tools/list":
      return result({ tools: [echoTool] });
    case "tools/call":
      return [`${head}"result":`, echoResult(message.params?.arguments ?? {}), "}\n"];
    case "ping":
      return result({});
    default:
      return message.id === undefined ? [] : [`${head}"error":{"code":-32601,"message":"no such method"}}\n`];
  }
}
