import { button, element, knob, mark, relabel, themeButton } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { firstSong } from "../model/first-song.ts";
import { PERSON } from "../model/author.ts";
import { limits } from "../model/limits.ts";
import { type ScaleId, noteNames, scaleIds, scales } from "../model/scale.ts";
import { SWING_LEAST, SWING_MOST } from "../model/song.ts";
import { drawn } from "../state/store.ts";
import { menu } from "./menu.ts";

/** Play, the screen, tempo and key, undo, and what is rarely needed. */
export function topBar(app: App, screen: HTMLElement, pill: HTMLElement): HTMLElement {
  const play = button({ label: "Play", icon: "play", iconOnly: true, kind: "main", onPress: () => app.toggle() });
  play.classList.add("sx-play");
  const undo = button({ label: "Undo", icon: "undo", iconOnly: true, onPress: () => app.undo(PERSON) });
  const redo = button({ label: "Redo", icon: "redo", iconOnly: true, onPress: () => app.redo(PERSON) });
  drawn([app.player.status], () => {
    const on = app.player.status.get().is !== "stopped";
    relabel(play, on ? "Stop" : "Play", on ? "stop" : "play");
    mark(play, { "data-on": on, title: on ? "Stop (space)" : "Play (space)" });
  });
  drawn([app.journal], () => {
    const { changes } = app.journal.get();
    undo.disabled = !changes.some((change) => change.by === PERSON && change.undone === undefined);
    redo.disabled = !changes.some((change) => change.undone?.by === PERSON);
  });
  return element("header", { class: "sx-top" }, [
    element("h1", { class: "sx-mark" }, [element("span", { class: "sx-mark-dots", "aria-hidden": "true" }), "Sixteen"]),
    play,
    screen,
    element("div", { class: "sx-time" }, [tempo(app), swing(app), key(app)]),
    element("div", { class: "sx-tools", role: "group", "aria-label": "Song" }, [pill, undo, redo, menu(app), themeButton()]),
  ]);
}

function tempo(app: App): HTMLElement {
  const made = knob({
    name: "Tempo",
    least: limits.tempoLeast,
    most: limits.tempoMost,
    home: firstSong.tempo,
    show: String,
    onTurn: (to, gesture) => app.act("set_tempo", { tempo: to }, gesture),
  });
  drawn([app.song], () => made.set({ value: app.song.get().tempo }));
  return made.root;
}

function swing(app: App): HTMLElement {
  const made = knob({
    name: "Swing",
    least: SWING_LEAST,
    most: SWING_MOST,
    home: SWING_LEAST,
    show: (value) => `${value}%`,
    onTurn: (to, gesture) => app.act("set_tempo", { swing: to }, gesture),
  });
  drawn([app.song], () => made.set({ value: app.song.get().swing }));
  return made.root;
}

function key(app: App): HTMLElement {
  const root = element(
    "select",
    { class: "jf-select sx-root", "aria-label": "Root note" },
    noteNames.map((name, index) => element("option", { value: index }, [name.replace("#", "♯")])),
    {
      change: () => app.act("set_key", { root: Number(root.value) }),
    },
  );
  const scale = element(
    "select",
    { class: "jf-select sx-scale", "aria-label": "Scale" },
    scaleIds.map((id: ScaleId) => element("option", { value: id }, [scales[id].name])),
    {
      change: () => app.act("set_key", { scale: scaleIds.find((id) => id === scale.value) }),
    },
  );
  drawn([app.song], () => {
    root.value = String(app.song.get().root);
    scale.value = app.song.get().scale;
  });
  return element("div", { class: "sx-key", role: "group", "aria-label": "Key" }, [root, scale]);
}
