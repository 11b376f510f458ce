import { type RelayOptions, startRelay } from "@jackfield/relay";
import { newLinkKeys } from "../src/raw-holder.ts";

/** Our relay, as `jackfield relay` composes it. Argument: its options as JSON. Prints where it is, and keys for a holder that wants some. */
const { sessionKeyText, ...options } = JSON.parse(process.argv[2] ?? "{}") as RelayOptions & { readonly sessionKeyText?: string };
const sessionKey = sessionKeyText === undefined ? {} : { sessionKey: Buffer.from(sessionKeyText, "base64url") };
const relay = await startRelay({ port: 0, metricsPort: 0, ...sessionKey, ...options });
const keys = newLinkKeys();
process.stdout.write(
  `${JSON.stringify({ url: `${relay.url}/s/${keys.token}/mcp`, relay: relay.url, metrics: relay.metricsUrl, ...keys })}\n`,
);
process.once("SIGTERM", () => void relay.close().finally(() => process.exit(0)));
