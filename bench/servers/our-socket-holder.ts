import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";
import { asObject } from "../src/messages.ts";
import { RawHolder } from "../src/raw-holder.ts";
import { type EchoArguments, echoResult, echoTool } from "./payload.ts";

/** A holder on a WebSocket, as a page would be. Argument: the relay's printed line. */
const { relay, secret, token } = JSON.parse(process.argv[2] ?? "{}") as { relay: string; secret: string; token: string };

const holder = new RawHolder({ relay, keys: { secret, token }, declare: { info: { name: "bench", version: "1.0.0" }, tools: [echoTool] } });
await holder.hello();
const socket = new WebSocket(`${relay.replace(/^http/, "ws")}/s/${token}/socket`, { perMessageDeflate: false });
socket.on("open", () => socket.send(JSON.stringify({ protocol: 1, holder: randomBytes(16).toString("base64url"), secrets: secret })));
socket.once("message", () => process.stdout.write("ready\n"));
socket.on("message", (data: Buffer) => {
  if (data.length === 0) return;
  const frame = asObject(JSON.parse(data.toString()));
  if (frame["type"] !== "request") return;
  const result = echoResult((asObject(frame["params"])["arguments"] ?? {}) as EchoArguments);
  socket.send(Buffer.concat([Buffer.from(`0{"id":${JSON.stringify(frame["id"])},"result":`), result, closingBrace]), { binary: false });
});
socket.on("close", () => process.exit(0));
const closingBrace = Buffer.from("}");
