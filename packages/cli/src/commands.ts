import type { Command } from "./command.ts";

/** Every command, in the order of help. */
export const commands: readonly Command[] = [];
