import { RawHolder } from "../src/raw-holder.ts";
import { asObject } from "../src/messages.ts";
import { type EchoArguments, echoResult, echoTool } from "./payload.ts";

/** A holder that costs next to nothing, behind our relay: what is left of the figures is the relay's. Argument: the relay's printed line. */
const { relay, secret, token } = JSON.parse(process.argv[2] ?? "{}") as { relay: string; secret: string; token: string };

const holder = new RawHolder({
  relay,
  keys: { secret, token },
  declare: { info: { name: "bench", version: "1.0.0" }, tools: [echoTool] },
  onFrame: (frame) => {
    if (frame["type"] !== "request") return;
    const args = asObject(frame["params"])["arguments"];
    void holder.result(String(frame["id"]), echoResult((args ?? {}) as EchoArguments));
  },
  onClose: () => process.exit(0),
});
await holder.start();
process.stdout.write("ready\n");
