import { element } from "@jackfield/web/dom";
import type { App } from "./app.ts";

/** The panel that links AI clients to this page. */
export function connectPanel(_app: App): HTMLElement {
  return element("p", { class: "sx-empty" }, ["No relay"]);
}
