import { linkHolder } from "@jackfield/doors";
import { echoHost } from "./our-host.ts";

/** Our Node link holder with the echo tool, behind our relay. Argument: the relay's printed line. */
const { relay, secret } = JSON.parse(process.argv[2] ?? "{}") as { relay: string; secret: string };
const holder = linkHolder(await echoHost(), { relay, secret, limits: { calls: 256, callsPerClient: 256, posts: 32 } });
holder.on((event) => {
  if (event.is === "state" && event.state === "open") process.stdout.write("ready\n");
  if (event.is === "lost") process.stderr.write(`lost: ${event.why}\n`);
});
process.once("SIGTERM", () => void holder.close().finally(() => process.exit(0)));
