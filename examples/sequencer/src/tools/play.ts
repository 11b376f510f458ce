import { limits } from "../model/limits.ts";
import { patternIds } from "../model/song.ts";
import { oneOf, optional, whole } from "./fields.ts";
import { type Bind, tool } from "./tool.ts";

export const play: Bind = tool({
  name: "play",
  title: "Play",
  description:
    "Plays a pattern round and round, or the song in its order, from the person's speakers, and shows it on the page. Returns at once with what plays. Browsers let no sound out before the person has pressed something on the page: then it returns waiting_for_press, and playing begins with their next press.",
  effect: "interact",
  idempotent: true,
  fields: {
    what: oneOf(["pattern", "song"], "One pattern, or the whole song"),
    pattern: optional(oneOf(patternIds, "For a pattern: which. Default: the one the person looks at")),
    from_bar: optional(whole(1, limits.order, "For the song: the bar to begin with. Default 1")),
  },
  run: async ({ what, pattern, from_bar: from }, { app }) => {
    const id = pattern ?? app.view.get().pattern;
    const { order } = app.song.get();
    const bar = Math.min(from ?? 1, order.length);
    app.look(what === "pattern" ? { pattern: id, songMode: false } : { pattern: order[bar - 1] ?? id, songMode: true });
    app.player.play(what === "pattern" ? { play: "pattern", pattern: id } : { play: "song", from: bar - 1 });
    await woken(app);
    const { is } = app.player.status.get();
    return { status: is === "waiting" ? "waiting_for_press" : is, ...(what === "pattern" ? { pattern: id } : { order, from_bar: bar }) };
  },
});

export const stop: Bind = tool({
  name: "stop",
  title: "Stop",
  description: "Stops whatever plays. Returns the status.",
  effect: "interact",
  idempotent: true,
  fields: {},
  run: (_, { app }) => {
    app.player.stop();
    return { status: app.player.status.get().is };
  },
});

/** Waits until sound is out, or for as long as a browser takes to let it out when it will at all. */
function woken(app: Parameters<Bind>[0]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unwatch();
      resolve();
    };
    const timer = setTimeout(done, 400);
    const unwatch = app.player.status.watch(() => app.player.status.get().is !== "waiting" && done());
    if (app.player.status.get().is !== "waiting") done();
  });
}
