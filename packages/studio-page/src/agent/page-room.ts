import { effect } from "@preact/signals";
import type { Room } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { Inbox } from "./inbox.ts";
import type { Talk } from "./talk.ts";

export interface PageRoomOptions {
  readonly desk: Desk;
  readonly talk: Talk;
  readonly inbox: Inbox;
  /** Lets a take of a proposal be heard in the song's place: "r_1/b", or "r_1" for its first. False: there is no such take. */
  readonly hear: (take: string) => boolean;
}

/** The person's page as tools reach into it: its sound, its panels, what the person is told and asked. Nothing that decides for them. */
export function openPageRoom({ desk, talk, inbox, hear }: PageRoomOptions): Room {
  const { view, sound, marks } = desk;
  let endStretch = (): void => undefined;

  return {
    async play({ from = view.cursor.peek(), to, loop = false, take }) {
      endStretch();
      if (take !== undefined && !hear(take)) throw new Error("There is no such take: list the proposals");
      if (to !== undefined && loop) view.loop.value = { on: true, from, to };
      sound.play(from);
      if (to !== undefined && !loop) endStretch = stopAt(desk, to);
      return Promise.resolve();
    },
    stop() {
      endStretch();
      sound.stop();
    },
    get playing() {
      return sound.playing.peek();
    },
    get playhead() {
      return Math.round(sound.playing.peek() ? sound.now() : view.cursor.peek());
    },
    highlight: (ids, seconds) => marks.pulse(ids, seconds),
    say: (text, by) => talk.say(text, by),
    ask: (question, signal) => talk.ask(question, signal),
    showDevice(track) {
      view.track.value = track;
      view.editor.value = "sound";
      view.place.value = "sound";
    },
    get capture() {
      return inbox.capture.peek();
    },
    get reference() {
      return inbox.reference.peek();
    },
  };
}

/** Stops playing at a place, unless somebody stops it first. Returns what calls it off. */
function stopAt({ sound }: Desk, to: number): () => void {
  const look = setInterval(() => {
    if (sound.playing.peek() && sound.now() >= to) sound.stop();
  }, 20);
  let wasPlaying = false;
  const unwatch = effect(() => {
    if (sound.playing.value) wasPlaying = true;
    else if (wasPlaying) clearInterval(look);
  });
  return () => {
    clearInterval(look);
    unwatch();
  };
}
