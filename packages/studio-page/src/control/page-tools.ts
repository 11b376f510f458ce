import type { JsonObject, Run } from "@jackfield/contract";
import { type ControlToolName, controlTools } from "@jackfield/studio";
import type { TabTool } from "@jackfield/tab";
import type { Held } from "./made-events.ts";
import type { PageControl } from "./page-control.ts";
import type { Target } from "./target.ts";

/** Does what a command does in the page's menu: `{ id }`. */
export type MenuInvoke = TabTool["run"];

/** What a process does itself where the page is in its window: real events, and the browser's pictures. */
const windowDoes: ReadonlySet<ControlToolName> = new Set(["screenshot", "click", "drag", "key"]);

/**
 * The control tools as the page runs them by itself: its own events, its own drawing. With `inWindow`, a process with a window has better ones: it
 * asks here first, so that the person sees each call and stops it with the others, and is told no more than that it may.
 */
export function pageTools(control: PageControl, invoke: MenuInvoke, inWindow: boolean): readonly TabTool[] {
  const runs: Record<ControlToolName, (input: JsonObject, run: Run) => unknown> = {
    screenshot: async () => ({ drawn_by: "the page itself, roughly", image: `data:image/png;base64,${await control.draw()}` }),
    ui_inspect: () => control.inspect(),
    ui_set: async ({ ref, value }) => ({ ref, ...(await control.set(text(ref), text(value))) }),
    menu_invoke: invoke,
    click: ({ times = 1, held, ...target }) => {
      control.press(target as Target, Number(times), heldOf(held));
      return { clicked: control.locate(target as Target), real: false };
    },
    drag: async ({ from, to, steps = 12, held }) => {
      await control.drag(from as Target, to as Target, Number(steps), heldOf(held));
      return { from, to, real: false };
    },
    key: ({ key, times = 1 }) => {
      for (let time = 0; time < Number(times); time++) control.strike(text(key));
      return { pressed: key, times, real: false };
    },
  };
  return controlTools.map(({ name, title, description, effect, input, ...rest }) => ({
    name,
    title,
    description,
    effect,
    ...rest,
    inputSchema: input as unknown as JsonObject,
    // What a page shows was written by whoever made the song.
    foreign: name === "ui_inspect" || name === "screenshot" || name === "ui_set",
    run: inWindow && windowDoes.has(name) ? () => ({ may: true }) : runs[name],
  }));
}

/** Arguments have been checked: it is text. */
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function heldOf(held: unknown): Held {
  const names: readonly unknown[] = Array.isArray(held) ? held : [];
  return {
    shiftKey: names.includes("shift"),
    altKey: names.includes("alt"),
    ctrlKey: names.includes("ctrl"),
    metaKey: names.includes("meta"),
  };
}
