import type { TabTool } from "@jackfield/tab";
import type { App } from "../app.ts";
import { askPerson, getPick, proposeVariation } from "./ask.ts";
import { clearTrack, copyPattern, setKey, setOrder, setSteps, setTempo, setTrackSound, undoMine } from "./edit.ts";
import { exportSong } from "./export.ts";
import { getPattern, getSong } from "./look.ts";
import { measurePattern } from "./measure.ts";
import { play, stop } from "./play.ts";
import { renderImage } from "./render-image.ts";
import { renderSong } from "./render-song.ts";
import type { Bind } from "./tool.ts";

/** Every tool of the sequencer, in the order agents see them. */
export const table: readonly Bind[] = [
  getSong,
  getPattern,
  renderImage,
  setSteps,
  clearTrack,
  copyPattern,
  setTempo,
  setKey,
  setTrackSound,
  setOrder,
  undoMine,
  play,
  stop,
  askPerson,
  proposeVariation,
  getPick,
  measurePattern,
  renderSong,
  exportSong,
];

/** The tools, playing on an app. */
export function toolsOf(app: App): readonly TabTool[] {
  return table.map((bind) => bind(app));
}

/** For the agent, once. */
export const instructions =
  "Sixteen is a step sequencer in the person's browser: eight tracks, sixteen steps, four patterns A to D, and an order in which the song plays them. get_song and get_pattern show what is there. Steps count from 1 when spoken of; in lines the first character is step 1. Bass, pluck and keys play scale degrees of the song's key, so notes always fit; keys play a chord on the degree. Changes appear on the page at once in cool colours beside the person's warm ones, each can be undone, and steps the person set are theirs: set_steps leaves them, propose_variation asks. measure tells how loud things are, since nothing can be heard from here.";
