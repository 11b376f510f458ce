import { element, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import type { Due } from "../engine/transport.ts";
import { authorKind } from "../model/author.ts";
import { STEPS, stepAt } from "../model/song.ts";
import { trackIds } from "../model/tracks.ts";
import { drawn } from "../state/store.ts";

/** The instrument's little screen: what is heard as a wave, the pattern as a map, and where playing is. */
export interface Display {
  readonly root: HTMLElement;
  hear(due: Due | undefined): void;
}

const SIZE = { width: 480, height: 96 } as const;

/** A display for an app. Colours come from CSS, so that it follows light and dark. */
export function display(app: App): Display {
  const canvas = element("canvas", { class: "sx-display-wave", width: SIZE.width, height: SIZE.height, "aria-hidden": "true" });
  const what = element("span", { class: "sx-display-what" });
  const where = element("span", { class: "sx-display-where" });
  const samples = new Float32Array(1024);
  let silent = true;
  let stale = true;

  drawn([app.song, app.view, app.player.status], () => {
    const status = app.player.status.get();
    const { pattern, songMode } = app.view.get();
    const proposal = status.is === "stopped" ? undefined : status.label;
    say(
      what,
      status.is === "waiting"
        ? "Press anywhere to let sound out"
        : (proposal ??
            (songMode
              ? `Song · ${pattern} ${app.song.get().patterns[pattern].name}`
              : `${pattern} ${app.song.get().patterns[pattern].name}`)),
    );
    stale = true;
  });

  function paint(due: Due | undefined): void {
    const brush = canvas.getContext("2d");
    if (brush === null) return;
    const style = getComputedStyle(canvas);
    const colours = {
      nobody: style.getPropertyValue("--screen-ink"),
      person: style.getPropertyValue("--screen-warm"),
      agent: style.getPropertyValue("--screen-cool"),
    };
    brush.clearRect(0, 0, SIZE.width, SIZE.height);
    const song = app.song.get();
    const { pattern } = app.view.get();
    const [pitch, row] = [SIZE.width / STEPS, SIZE.height / trackIds.length];
    for (const [down, track] of trackIds.entries()) {
      for (let step = 0; step < STEPS; step++) {
        const { level, by } = stepAt(song, pattern, track, step);
        if (level === 0) continue;
        const heard = due?.step === step && due.pattern === pattern;
        brush.globalAlpha = heard ? 1 : 0.2 + 0.1 * level;
        brush.fillStyle = colours[authorKind(by)];
        brush.fillRect(step * pitch + 3, down * row + 4, pitch - 6, row - 8);
      }
    }
    if (!app.player.scope(samples)) return;
    silent = samples.every((sample) => Math.abs(sample) < 0.001);
    if (silent) return;
    brush.globalAlpha = 0.95;
    brush.strokeStyle = colours.nobody;
    brush.lineWidth = 2;
    brush.beginPath();
    const from = crossing(samples);
    for (let x = 0; x < SIZE.width; x += 2) {
      const y = SIZE.height / 2 - (samples[from + x] ?? 0) * SIZE.height * 0.55;
      if (x === 0) brush.moveTo(x, y);
      else brush.lineTo(x, y);
    }
    brush.stroke();
  }

  return {
    root: element("div", { class: "sx-display" }, [canvas, element("div", { class: "sx-display-words" }, [what, where])]),
    hear(due) {
      say(
        where,
        due === undefined ? "" : `${due.slot === undefined ? "" : `${due.slot + 1}.`}${Math.floor(due.step / 4) + 1}.${(due.step % 4) + 1}`,
      );
      // Nothing is drawn while nothing moves.
      if (due !== undefined || !silent || stale) paint(due);
      stale = false;
    },
  };
}

/** Where the wave first rises through zero, so that it stands still. */
function crossing(samples: Float32Array): number {
  for (let at = 1; at < samples.length - SIZE.width; at++) if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) return at;
  return 0;
}
