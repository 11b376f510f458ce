import { bounceCommands } from "./bounce-commands.ts";
import { clipCommands } from "./clip-commands.ts";
import type { Command } from "./command.ts";
import { editCommands } from "./edit-commands.ts";
import { exportCommands } from "./export-commands.ts";
import { importCommands } from "./import-commands.ts";
import { importSessionCommands } from "./import-session-commands.ts";
import { presetCommands } from "./preset-commands.ts";
import { mixCommands } from "./mix-commands.ts";
import { noteCommands } from "./note-commands.ts";
import { opCommands } from "./op-commands.ts";
import { selectCommands } from "./select-commands.ts";
import { sessionCommands } from "./session-commands.ts";
import { trackCommands } from "./track-commands.ts";
import { transportCommands } from "./transport-commands.ts";

/** Everything that can be done: the menus, the palette, the shortcuts, `list_commands` and docs/studio-commands.md are made of it. */
export const commands: readonly Command[] = [
  ...sessionCommands,
  ...importCommands,
  ...importSessionCommands,
  ...exportCommands,
  ...bounceCommands,
  ...editCommands,
  ...selectCommands,
  ...trackCommands,
  ...presetCommands,
  ...clipCommands,
  ...noteCommands,
  ...mixCommands,
  ...transportCommands,
  ...opCommands,
];
