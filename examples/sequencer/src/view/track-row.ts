import { element, mark } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { type TrackId, trackOf } from "../model/tracks.ts";
import { type Cells, cells } from "./cells.ts";
import type { Pen } from "./pen.ts";

/** One track: its light, name, mute, solo and volume, and its steps. */
export interface TrackRow {
  readonly root: HTMLElement;
  readonly cells: Cells;
  /** Lights up for a moment: it sounds. */
  flash(): void;
  draw(): void;
}

/** A row of the grid. */
export function trackRow(app: App, pen: Pen, track: TrackId): TrackRow {
  const { name } = trackOf(track);
  const steps = cells(app, pen, track);
  const light = element("span", { class: "sx-light", "aria-hidden": "true" });
  const select = element("button", { type: "button", class: "sx-track-name" }, [light, element("span", {}, [name])], {
    click: () => app.look({ track }),
  });
  const mute = element(
    "button",
    { type: "button", class: "sx-switch", "data-kind": "mute", "aria-label": `Mute ${name}`, title: "Mute" },
    ["M"],
    {
      click: () => app.act("set_switch", { track, mute: !app.song.get().sounds[track].mute }),
    },
  );
  const solo = element(
    "button",
    { type: "button", class: "sx-switch", "data-kind": "solo", "aria-label": `Solo ${name}`, title: "Solo" },
    ["S"],
    {
      click: () => app.act("set_switch", { track, solo: !app.song.get().sounds[track].solo }),
    },
  );
  let slides = 0;
  const volume = element(
    "input",
    { type: "range", class: "sx-volume", min: 0, max: 100, step: 1, "aria-label": `${name} volume`, title: "Volume" },
    [],
    {
      pointerdown: () => slides++,
      input: () => app.act("set_sound", { track, volume: Number(volume.value) }, `slide ${track} ${slides}`),
    },
  );
  const head = element("div", { class: "sx-head", role: "rowheader" }, [select, mute, solo, volume]);
  const root = element("div", { class: "sx-row", role: "row", "data-track": track }, [head, steps.root], {
    click: (event) => {
      if (event.target === steps.root || (event.target instanceof Element && event.target.closest(".sx-cells") !== null))
        app.look({ track });
    },
  });
  return {
    root,
    cells: steps,
    flash() {
      light.getAnimations().forEach((each) => each.cancel());
      light.animate([{ opacity: 1 }, { opacity: 0.16 }], { duration: 180, easing: "ease-out" });
    },
    draw() {
      const song = app.song.get();
      const sound = song.sounds[track];
      const solos = Object.values(song.sounds).some((each) => each.solo);
      mark(root, { "data-open": app.view.get().track === track, "data-silent": solos ? !sound.solo : sound.mute });
      mark(select, { "aria-pressed": app.view.get().track === track ? "true" : "false", "aria-label": `${name}, show its sound` });
      mark(mute, { "aria-pressed": sound.mute ? "true" : "false" });
      mark(solo, { "aria-pressed": sound.solo ? "true" : "false" });
      if (Number(volume.value) !== sound.volume) volume.value = String(sound.volume);
      volume.style.setProperty("--fill", `${sound.volume}%`);
      steps.draw();
    },
  };
}
