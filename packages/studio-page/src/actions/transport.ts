import type { Desk } from "../desk/desk.ts";

export function playOrStop({ sound, view }: Desk): void {
  if (sound.playing.peek()) return sound.stop();
  const { on, from, to } = view.loop.peek();
  const cursor = view.cursor.peek();
  // A loop is meant to be heard: what begins behind it would never come to it.
  sound.play(on && cursor >= to ? from : cursor);
}

export function toggleLoop({ view }: Desk): void {
  view.loop.value = { ...view.loop.peek(), on: !view.loop.peek().on };
}
