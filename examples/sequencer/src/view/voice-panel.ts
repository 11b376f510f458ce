import { element, knob, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { authorKind } from "../model/author.ts";
import { type Param, freshSounds, params } from "../model/sound.ts";
import { type TrackId, trackIds, trackOf } from "../model/tracks.ts";
import { drawn } from "../state/store.ts";
import { lane } from "./lane.ts";
import type { Pen } from "./pen.ts";
import { stepPanel } from "./step-panel.ts";

const shownParams = ["tune", "decay", "tone", "grit", "pan", "echo", "room"] as const satisfies readonly Param[];

/** The selected track's sound and its lane. */
export function voicePanel(app: App, pen: Pen): HTMLElement {
  const title = element("h2", { class: "sx-voice-title" });
  const banks = trackIds.map((track) => bank(app, track));
  drawn([app.view], () => {
    const { track } = app.view.get();
    say(title, trackOf(track).name);
    for (const [index, id] of trackIds.entries()) {
      const root = banks[index]?.root;
      if (root !== undefined) root.hidden = id !== track;
    }
  });
  drawn([app.journal, app.view], () => banks[trackIds.indexOf(app.view.get().track)]?.draw());
  return element("section", { class: "sx-voice", "aria-label": "Sound of the chosen track" }, [
    element("div", { class: "sx-voice-side" }, [title, stepPanel(app, pen)]),
    element("div", { class: "sx-voice-body" }, [...banks.map((each) => each.root), lane(app, pen)]),
  ]);
}

/** One track's knobs. */
function bank(app: App, track: TrackId): { readonly root: HTMLElement; draw(): void } {
  const knobs = shownParams.map((param) => {
    const { name, least, most } = params[param];
    return {
      param,
      knob: knob({
        name,
        of: trackOf(track).name,
        least,
        most,
        home: freshSounds[track][param],
        show: (value) => shown(param, value),
        onTurn: (value, gesture) => app.act("set_sound", { track, [param]: value }, gesture),
      }),
    };
  });
  return {
    root: element(
      "div",
      { class: "sx-knobs", role: "group", "aria-label": `${trackOf(track).name} knobs`, hidden: true },
      knobs.map((each) => each.knob.root),
    ),
    draw() {
      const { song, changes } = app.journal.get();
      for (const each of knobs) {
        const last = changes.findLast(
          (change) =>
            change.undone === undefined &&
            change.writes.some((write) => write.at === "sound" && write.track === track && write.param === each.param),
        );
        each.knob.set({ value: song.sounds[track][each.param], by: authorKind(last?.by ?? "") });
      }
    },
  };
}

function shown(param: Param, value: number): string {
  if (param === "pan") return value === 0 ? "C" : value < 0 ? `L${-value}` : `R${value}`;
  return param === "tune" && value > 0 ? `+${value}` : String(value);
}
