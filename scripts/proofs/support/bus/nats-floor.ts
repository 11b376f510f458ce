import readline from "node:readline";
import { connect } from "@nats-io/transport-node";
import { median } from "../../../../bench/src/statistics.ts";

/**
 * One end of the floor: 100 bytes over NATS and back, on subjects of both sides' own. Arguments: NATS's address, `echo` or `ask`. The one that
 * asks takes a number of seconds a line and says the middle time, ms.
 */
const [url = "", role = ""] = process.argv.slice(2);
const connection = await connect({ servers: url });
let answered: () => void = () => undefined;
if (role === "echo") connection.subscribe("floor.echo", { callback: (_error, message) => connection.publish("floor.asker", message.data) });
else connection.subscribe("floor.asker", { callback: () => answered() });
await connection.flush();
process.stdout.write("ready\n");
const payload = Buffer.alloc(100, "x");
for await (const line of readline.createInterface({ input: process.stdin })) {
  const times: number[] = [];
  for (const end = performance.now() + Number(line) * 1_000; performance.now() < end;) {
    const from = performance.now();
    await new Promise<void>((resolve) => {
      answered = resolve;
      connection.publish("floor.echo", payload);
    });
    times.push(performance.now() - from);
  }
  process.stdout.write(`${median(times)}\n`);
}
process.exit(0);
