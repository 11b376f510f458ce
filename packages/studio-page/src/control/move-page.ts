import { Fault } from "@jackfield/contract";
import { pageRelay } from "@jackfield/web/dom";
import type { Desk } from "../desk/desk.ts";
import { type RunningControl, startControl } from "./start-control.ts";

/** Lets the process that served this page move it. The person is told, and may end it. */
export async function movePage(desk: Desk): Promise<RunningControl | undefined> {
  const relay = pageRelay();
  if (relay === undefined) return undefined;
  const control = await startControl({
    relay,
    version: "0.1.0",
    instructions: "Studio, in the page that a person has open",
    tools: [],
    invoke: (id) => Promise.reject(new Fault("arguments_invalid", `There is no command ${JSON.stringify(id.slice(0, 64))} in this page`)),
  });
  desk.tell(
    control === undefined ? "Another page is the one that programs of this computer move" : "Programs of this computer may move this page",
  );
  return control;
}
