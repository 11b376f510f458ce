import { element, mark } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import type { Due } from "../engine/transport.ts";
import { STEPS } from "../model/song.ts";
import { trackIds } from "../model/tracks.ts";
import { drawn } from "../state/store.ts";
import { brushOver } from "./cells.ts";
import type { Pen } from "./pen.ts";
import { trackRow } from "./track-row.ts";

export interface Grid {
  readonly root: HTMLElement;
  /** Shows which step is heard; undefined for none. */
  hear(due: Due | undefined): void;
  /** Puts the keyboard's focus on the cursor's cell. */
  focus(): void;
}

/** The pattern that is shown: a ruler and eight tracks. */
export function grid(app: App, pen: Pen): Grid {
  const rows = trackIds.map((track) => trackRow(app, pen, track));
  const ticks = Array.from({ length: STEPS }, (_, step) =>
    element("span", { class: "sx-tick" }, [step % 4 === 0 ? String(step + 1) : "·"]),
  );
  const ruler = element("div", { class: "sx-ruler", "aria-hidden": "true" }, [
    element("span", { class: "sx-ruler-head" }),
    element(
      "div",
      { class: "sx-cells" },
      [0, 4, 8, 12].map((from) => element("div", { class: "sx-beat" }, ticks.slice(from, from + 4))),
    ),
  ]);
  const body = element(
    "div",
    {
      class: "sx-rows",
      role: "grid",
      "aria-label": "Steps. Enter turns a step on or off, arrows move, 1 to 3 set how hard, brackets move the note",
    },
    rows.map((row) => row.root),
  );
  brushOver(app, pen, body);
  drawn([app.song, app.view], () => {
    for (const row of rows) row.draw();
  });

  let lit: number | undefined;
  function light(step: number | undefined): void {
    if (step === lit) return;
    for (const [at, on] of [
      [lit, false],
      [step, true],
    ] as const) {
      if (at === undefined) continue;
      const tick = ticks[at];
      if (tick !== undefined) mark(tick, { "data-now": on });
      for (const row of rows) {
        const cell = row.cells.all[at];
        if (cell !== undefined) mark(cell, { "data-now": on });
      }
    }
    lit = step;
  }

  let heard: Due | undefined;
  return {
    root: element("div", { class: "sx-grid" }, [ruler, body]),
    hear(due) {
      const shown = due !== undefined && due.pattern === app.view.get().pattern;
      light(shown ? due.step : undefined);
      if (due !== heard && due !== undefined) for (const hit of due.hits) rows[trackIds.indexOf(hit.track)]?.flash();
      heard = due;
    },
    focus() {
      const { track, step } = app.view.get();
      rows[trackIds.indexOf(track)]?.cells.all[step]?.focus();
    },
  };
}
