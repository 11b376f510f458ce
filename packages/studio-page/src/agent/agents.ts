import { type ReadonlySignal, batch, computed, signal } from "@preact/signals";
import type { Studio } from "@jackfield/studio";
import type { Activity, Links } from "@jackfield/tab";
import type { Home } from "../store/home.ts";

/** The AI clients that are linked to this page, as its panes show them. */
export interface Agents {
  /** Undefined until it is asked for: what links the page is loaded only then. */
  readonly links: ReadonlySignal<Links | undefined>;
  /** Some link is turned on. */
  readonly isOn: ReadonlySignal<boolean>;
  /** Every link that is on is paused: agents are told so, and nothing of theirs runs. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Names of those that were heard from. */
  readonly present: ReadonlySignal<readonly string[]>;
  /** Their calls, newest first. */
  readonly activity: ReadonlySignal<readonly Activity[]>;
  /** What waits for the person's yes. */
  readonly waiting: ReadonlySignal<number>;
  /** Loads what links the page, once. */
  load(): Promise<void>;
  /** Takes in links that are not the person's own: whoever comes through them is named "WHENCE: NAME", and stopped with the others. */
  join(whence: string, links: Links): void;
  pause(): void;
  resume(): void;
}

interface Joined {
  readonly prefix: string;
  readonly links: Links;
}

/** Whoever was linked when the page was left is linked again. */
const linkedKey = "jackfield-studio-linked";

/** `asked`: a call waits for the person's yes, which they give in Connect: wherever they look, it is shown. */
export function openAgents(studio: Studio, home: Home, relay: string | undefined, asked: () => void): Agents {
  const links = signal<Links | undefined>(undefined);
  const joined = signal<readonly Joined[]>([]);
  const turn = signal(0);
  let loading: Promise<void> | undefined;

  const seen = <T>(read: (all: readonly Joined[]) => T): ReadonlySignal<T> =>
    computed(() => {
      void turn.value;
      return read([...(links.value === undefined ? [] : [{ prefix: "", links: links.value }]), ...joined.value]);
    });
  const on = (all: readonly Joined[]) => all.flatMap(({ links: { list } }) => list.filter((link) => link.isOn));
  const each = (): Links[] => [links.peek() ?? [], joined.peek().map((other) => other.links)].flat();

  async function start(): Promise<void> {
    const { openLinks } = await import("./open-links.ts");
    if (relay === undefined) return;
    const made = openLinks({ relay, studio, hold: () => home.hold(), kept: () => home.kept() });
    const look = (): void =>
      batch(() => {
        turn.value += 1;
        localStorage.setItem(linkedKey, String(made.list.some((link) => link.isOn)));
      });
    made.on("change", look);
    // Whoever listens here says that questions are seen: without it every call that asks is refused while another pane is open.
    let waiting = 0;
    made.on("approvals", (open) => {
      if (open.length > waiting) asked();
      waiting = open.length;
    });
    links.value = made;
    look();
  }

  const agents: Agents = {
    links,
    isOn: seen((all) => on(all).length > 0),
    isPaused: seen((all) => on(all).length > 0 && on(all).every((link) => link.controls.paused)),
    present: seen<readonly string[]>((all) => [
      ...new Set(all.flatMap(({ prefix, links: { list } }) => list.flatMap((link) => link.agents.map((name) => prefix + name)))),
    ]),
    activity: seen<readonly Activity[]>((all) =>
      all
        .flatMap(({ prefix, links: { activity } }) => activity.map((call) => ({ ...call, agent: prefix + call.agent })))
        .toSorted((one, other) => other.at - one.at),
    ),
    waiting: seen((all) => all.reduce((sum, { links: { approvals } }) => sum + approvals.length, 0)),
    async load() {
      loading ??= start().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      await loading;
    },
    join(whence, other) {
      other.on("change", () => (turn.value += 1));
      joined.value = [...joined.peek(), { prefix: `${whence}: `, links: other }];
    },
    pause: () => each().forEach(({ list }) => list.forEach((link) => link.pause())),
    resume: () => each().forEach(({ list }) => list.forEach((link) => link.resume())),
  };
  if (wasLinked()) void agents.load().catch(() => undefined);
  return agents;
}

function wasLinked(): boolean {
  try {
    return localStorage.getItem(linkedKey) === "true";
  } catch {
    // The browser keeps nothing.
    return false;
  }
}
