import { RawHolder } from "../src/raw-holder.ts";
import { RawUpStream } from "../src/raw-up-stream.ts";
import { asObject } from "../src/messages.ts";
import { type EchoArguments, echoResult, echoTool } from "./payload.ts";

/** The thin holder, with its results on an up stream. Argument: the relay's printed line. */
const { relay, secret, token } = JSON.parse(process.argv[2] ?? "{}") as { relay: string; secret: string; token: string };

const holder = new RawHolder({
  relay,
  keys: { secret, token },
  declare: { info: { name: "bench", version: "1.0.0" }, tools: [echoTool] },
  onFrame: (frame) => {
    if (frame["type"] !== "request") return;
    const args = asObject(frame["params"])["arguments"];
    const result = echoResult((args ?? {}) as EchoArguments);
    up.send(Buffer.concat([Buffer.from(`{"id":${JSON.stringify(frame["id"])},"result":`), result, closingBrace]));
  },
  onClose: () => process.exit(0),
});
const closingBrace = Buffer.from("}");
await holder.hello();
const up = await RawUpStream.open(new URL(relay), { secret, token });
await holder.open();
process.stdout.write("ready\n");
