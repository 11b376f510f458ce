import { toolCalls } from "../../../../bench/src/messages.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";

/** An MCP client in a process of its own, to be killed. Arguments: MCP URL, tool arguments as JSON. Says `calling` before its call and `answered` after. */
const [url = "", args = "{}"] = process.argv.slice(2);
const session = await Session.open({ url, era: "sessions" }, "sleep");
process.stdout.write("calling\n");
await exchange(session.connection(), session.head("POST"), toolCalls("sleep", JSON.parse(args) as object)(10), 10);
process.stdout.write("answered\n");
process.exit(0);
