import { pause } from "../../../../bench/src/load.ts";
import type { Ending } from "./caller.ts";
import { Child } from "./child.ts";
import type { ChaosScene } from "./scene.ts";

/** What a fault did. `problems` is empty when everybody kept their bounds. */
export interface Seen {
  readonly what: string;
  readonly problems: readonly string[];
}

export interface ChaosFault {
  readonly name: string;
  /** The bystander may notice: the relay itself is the victim. */
  readonly hitsRelay?: boolean;
  /** `after`: milliseconds into the call at which it strikes. */
  run(scene: ChaosScene, after: number): Promise<Seen>;
}

/** Milliseconds of the call that is struck. */
const callMs = 600;
/** Stated bounds, ms: 10 s for a holder to come back before its calls fail; 5 s (set here) without progress; backoff from 1 s, doubling. */
const graceMs = 10_000;
const timeoutMs = 5_000;
const backMs = 30_000;
const slack = 2_500;

export const chaosFaults: readonly ChaosFault[] = [
  {
    name: "kill -9 the Node holder",
    async run(scene, after) {
      const call = scene.toHolder.call("sleep", { ms: callMs, text: "x" });
      await pause(after);
      scene.holder.signal("SIGKILL");
      const ended = await call;
      await scene.restartHolder();
      return back(scene, "holder", [...told(ended, graceMs + slack)], ended);
    },
  },
  {
    name: "SIGSTOP the Node holder",
    async run(scene, after) {
      const call = scene.toHolder.call("sleep", { ms: callMs, text: "x" });
      await pause(after);
      scene.holder.signal("SIGSTOP");
      const ended = await call;
      scene.holder.signal("SIGCONT");
      return back(scene, "holder", told(ended, timeoutMs + slack), ended);
    },
  },
  {
    name: "kill -9 the page's renderer",
    async run(scene, after) {
      const call = scene.toPage.call("nap", { ms: callMs });
      await pause(after);
      scene.page.signalRenderers("SIGKILL");
      const ended = await call;
      await scene.page.reopen();
      return back(scene, "page", told(ended, graceMs + slack), ended);
    },
  },
  {
    name: "SIGSTOP the page's renderer",
    async run(scene, after) {
      const call = scene.toPage.call("nap", { ms: callMs });
      await pause(after);
      scene.page.signalRenderers("SIGSTOP");
      const ended = await call;
      scene.page.signalRenderers("SIGCONT");
      return back(scene, "page", told(ended, timeoutMs + slack), ended);
    },
  },
  {
    name: "kill -9 a client in its call",
    async run(scene, after) {
      await using client = new Child(new URL("client.ts", import.meta.url), [scene.holderUrl, JSON.stringify({ ms: 4000, text: "x" })]);
      const began = await client.says("calling", 20_000);
      await pause(after);
      client.signal("SIGKILL");
      const freed = await scene.relay.until("calls", (calls) => calls <= 1, slack);
      return back(scene, "holder", [
        ...(began ? [] : ["the client never called"]),
        ...(freed ? [] : ["its call was still open at the relay after 2.5 s"]),
      ]);
    },
  },
  {
    name: "SIGSTOP a client in its call",
    async run(scene, after) {
      await using client = new Child(new URL("client.ts", import.meta.url), [scene.holderUrl, JSON.stringify({ ms: callMs, text: "x" })]);
      const began = await client.says("calling", 20_000);
      await pause(after);
      client.signal("SIGSTOP");
      await pause(2000);
      client.signal("SIGCONT");
      const answered = await client.says("answered", 5000);
      return back(scene, "holder", [
        ...(began ? [] : ["the client never called"]),
        ...(answered ? [] : ["it did not get its answer when it went on"]),
      ]);
    },
  },
  {
    name: "SIGSTOP the relay for 2 s",
    hitsRelay: true,
    async run(scene, after) {
      const call = scene.toHolder.call("sleep", { ms: callMs, text: "x" });
      await pause(after);
      scene.relay.signal("SIGSTOP");
      await pause(2000);
      scene.relay.signal("SIGCONT");
      const ended = await call;
      const problems =
        ended.how === "answered" && ended.ms < callMs + 2000 + slack
          ? []
          : [`the call across it: ${ended.how} after ${Math.round(ended.ms)} ms ${ended.text}`];
      return back(scene, "all", problems, ended);
    },
  },
  {
    name: "kill -9 the relay",
    hitsRelay: true,
    async run(scene, after) {
      const call = scene.toHolder.call("sleep", { ms: callMs, text: "x" });
      await pause(after);
      scene.relay.signal("SIGKILL");
      const ended = await call;
      await scene.restartRelay();
      const problems =
        (ended.how === "cut" || ended.how === "answered") && ended.ms < callMs + slack
          ? []
          : [`the call it had: ${ended.how} after ${Math.round(ended.ms)} ms ${ended.text}`];
      return back(scene, "all", problems, ended);
    },
  },
];

/** The struck call must end with its answer, or with words that say why, in time. */
function told(ended: Ending, ms: number): readonly string[] {
  const inTime = ended.ms <= ms;
  const right = ended.how === "answered" || ended.how === "told why";
  return right && inTime ? [] : [`its call ended as "${ended.how}" after ${Math.round(ended.ms)} ms (at most ${ms}): ${ended.text}`];
}

/** Everybody concerned answers again within the stated bound, and the rest has never stopped. */
async function back(scene: ChaosScene, who: "holder" | "page" | "all", problems: readonly string[], ended?: Ending): Promise<Seen> {
  const holder = await scene.toHolder.back("echo", { text: "x" }, who === "page" ? 1000 : backMs);
  const page = await scene.toPage.back("echo", { text: "x" }, who === "holder" ? 1000 : backMs);
  const all = [
    ...problems,
    ...(holder === undefined ? ["the Node holder does not answer again"] : []),
    ...(page === undefined ? ["the page does not answer again"] : []),
  ];
  const struck = ended === undefined ? "" : `its call: ${ended.how} after ${Math.round(ended.ms)} ms; `;
  return { what: `${struck}answering again after ${Math.round(Math.max(holder ?? 0, page ?? 0))} ms`, problems: all };
}
