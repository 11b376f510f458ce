import { catalog } from "./catalog/catalog-command.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo/demo-command.ts";
import { doctor } from "./doctor/doctor-command.ts";
import { relay } from "./relay/relay-command.ts";
import { serve } from "./serve/serve-command.ts";
import { studio } from "./studio/studio-command.ts";
import { studioServe } from "./studio/space/studio-serve-command.ts";
import { studioMcp } from "./studio/studio-mcp-command.ts";
import { share } from "./share/share-command.ts";

/** Every command, in the order of help. */
export const commands: readonly Command[] = [studio, studioMcp, studioServe, demo, share, serve, relay, catalog, doctor];
