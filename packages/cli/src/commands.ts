import { catalog } from "./catalog/catalog-command.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo/demo-command.ts";
import { doctor } from "./doctor/doctor-command.ts";
import { relay } from "./relay/relay-command.ts";

/** Every command, in the order of help. */
export const commands: readonly Command[] = [demo, relay, catalog, doctor];
