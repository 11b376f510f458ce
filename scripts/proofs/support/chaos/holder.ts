import { linkHolder } from "@jackfield/doors";
import { countedToolset } from "../../../../test/cases-a/toolset.ts";
import { openHost } from "../../../../test/fixtures/open-host.ts";

/** A Node link holder in a process of its own, to be killed. Arguments: relay, secret. Says `open` each time it holds its link. */
const [relay = "", secret = ""] = process.argv.slice(2);
const holder = linkHolder(await openHost(countedToolset().toolset), { relay, secret });
holder.on((event) => {
  if (event.is === "state") process.stdout.write(`${event.state}\n`);
});
