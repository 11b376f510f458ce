import { type AnyTool, type Json, type Outcome, Fault } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { type ControlToolName, controlTools } from "@jackfield/studio";
import type { WindowSurface } from "./window-surface.ts";

type Held = readonly ("shift" | "alt" | "ctrl" | "meta")[];
type Run = (input: Readonly<Record<string, unknown>>) => Promise<Outcome>;

/** What a window does better than the page by itself: pictures that a browser drew, and events that are real. */
export function windowTools(surface: WindowSurface): readonly AnyTool[] {
  const runs: Partial<Record<ControlToolName, Run>> = {
    screenshot: async () => ({ is: "done", data: { drawn_by: "the browser" }, images: [await surface.screenshot()] }),
    click: async ({ times = 1, held = [], ...target }) =>
      done({ clicked: { ...(await surface.click(target, Number(times), held as Held)) }, real: true }),
    drag: async ({ from, to, steps = 12, held = [] }) => {
      const dragged = await surface.drag(from, to, Number(steps), held as Held);
      return done({ from: { ...dragged.from }, to: { ...dragged.to }, real: true });
    },
    key: async ({ key, times = 1 }) => {
      await surface.key(String(key), Number(times));
      return done({ pressed: String(key), times: Number(times), real: true });
    },
  };
  return controlTools.flatMap((tool) => {
    const run = runs[tool.name];
    if (run === undefined) return [];
    const input = jsonSchema(tool.input as unknown as Parameters<typeof jsonSchema>[0]);
    return [{ ...tool, input, run: (value: Readonly<Record<string, unknown>>) => run(value).catch(outcomeOf) } as AnyTool];
  });
}

function done(data: Json): Outcome {
  return { is: "done", data };
}

function outcomeOf(thrown: unknown): Outcome {
  return { is: "fault", fault: Fault.from(thrown) };
}
