import { type JsonObject, Fault } from "@jackfield/contract";
import { studioTools, tabInstructions } from "@jackfield/studio";
import type { TabTool } from "@jackfield/tab";
import { pageRelay } from "@jackfield/web/dom";
import { tabTool } from "../agent/tab-tool.ts";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";
import type { Home } from "../store/home.ts";
import { type RunningControl, startControl } from "./start-control.ts";

/** Lets the process that served this page move it. The person is told, and may end it. */
export async function movePage(desk: Desk, { studio, agents }: Workroom, home: Home): Promise<RunningControl | undefined> {
  const relay = pageRelay();
  if (relay === undefined) return undefined;
  // What only the person decides asks them in Connect, of which this link is no part.
  const parts = { studio, hold: () => home.hold(), kept: () => home.kept() };
  const tools = studioTools.filter(({ confirm }) => confirm !== true).map((tool) => tabTool(tool, parts));
  const control = await startControl({ relay, version: "0.1.0", instructions: tabInstructions, tools, invoke: invokeWith(tools) });
  // Who moves the page stands with the other agents, and is stopped with them.
  if (control !== undefined) agents.join("This computer", control.links);
  desk.tell(
    control === undefined
      ? "Another page is the one that programs of this computer move"
      : "Programs of this computer may move this page: they were started with --control",
  );
  return control;
}

/** A menu entry is its command with nothing named: it acts on what is selected. */
function invokeWith(tools: readonly TabTool[]): TabTool<JsonObject>["run"] {
  const execute = tools.find(({ name }) => name === "execute");
  return ({ id }, run) => {
    if (execute === undefined) throw new Fault("internal");
    return execute.run({ command: id ?? "" }, run);
  };
}
