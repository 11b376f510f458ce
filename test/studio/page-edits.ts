import { OpenSong, compilePlan, demoSong, songRate } from "@jackfield/studio";
import { Player } from "@jackfield/studio/player";
import { manyNotes, noteEdit } from "./many-notes.ts";

// A page of the proof's own that edits a song while it plays. `measureEdits` gives, for each edit, the milliseconds from before its op is taken to
// the start of the first block that has it, by the AudioContext's clock, and what the player said of itself.

interface Measured {
  readonly edits: readonly number[];
  /** By the page's own clock, until it has been told so: with the way back, and without what the sound card's clock hides. */
  readonly told: readonly number[];
  readonly late: number;
  readonly load: number;
  readonly outputLatency: number;
  readonly baseLatency: number;
}

async function measureEdits(which: "demo" | "many", count: number): Promise<Measured> {
  const waiting = new Map<number, (time: number) => void>();
  await using player = await Player.open({
    worklet: "/player-worklet.js",
    sample: () => undefined,
    onApplied: (seq, time) => waiting.get(seq)?.(time),
  });
  const open = new OpenSong({ song: which === "demo" ? demoSong() : manyNotes(), now: () => Date.now() });
  const me = { author: { id: "me", name: "Me", kind: "person" }, role: "owner" } as const;
  player.setSong(compilePlan(open.song, { rate: songRate }));
  await player.play(0);
  // The engine is built, and its code is compiled, within the first second.
  await pause(2_000);
  const edits: number[] = [];
  const told: number[] = [];
  for (let edit = 0; edit < count; edit++) {
    const op = which === "demo" ? { op: "strip.set", track: "t_keys", gainDb: -10 - (edit % 5) } : noteEdit(edit);
    const [before, began] = [player.context.currentTime, performance.now()];
    open.apply(me, [op], { label: "Edit" });
    const seq = player.setSong(compilePlan(open.song, { rate: songRate }));
    const time = await new Promise<number>((resolve) => waiting.set(seq, resolve));
    waiting.delete(seq);
    edits.push((time - before) * 1_000);
    told.push(performance.now() - began);
    // Not in step with the blocks.
    await pause(17 + ((edit * 7) % 23));
  }
  const { late = 0, load = 0 } = player.state ?? {};
  return { edits, told, late, load, outputLatency: player.context.outputLatency, baseLatency: player.context.baseLatency };
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

Object.assign(globalThis, { measureEdits });
