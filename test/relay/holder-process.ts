import { createHash } from "node:crypto";
import { TestHolder, echo } from "./holder.ts";

/** A holder in a process of its own, to be killed. Arguments: the relay's address, the secret. Prints a line once it listens. */
const [relay = "", secret = ""] = process.argv.slice(2);
const token = createHash("sha256").update(`jackfield-link/v1:${secret}`).digest("base64url").slice(0, 22);
await TestHolder.start({ relay, keys: { secret, token }, onRequest: echo });
process.stdout.write("listening\n");
