import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import type { Driver } from "./driver.ts";
import { inspector } from "./inspector.ts";
import { mcpRemote } from "./mcp-remote.ts";
import type { ModelStandIn } from "./model-stand-in.ts";
import { sdk1 } from "./sdk-1.ts";
import { sdk2 } from "./sdk-2.ts";

/** Every client of the table, light ones first. */
export function drivers(model: ModelStandIn): readonly Driver[] {
  return [
    sdk1,
    sdk2("legacy"),
    sdk2("auto"),
    sdk2("modern"),
    mcpRemote,
    inspector("legacy"),
    inspector("auto"),
    inspector("modern"),
    claudeCode("2.1.332", model),
    claudeCode("2.1.197", model),
    codex(model),
  ];
}
