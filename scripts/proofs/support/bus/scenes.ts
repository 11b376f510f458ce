import { pause } from "../../../../bench/src/load.ts";
import { TestHolder } from "../../../../test/relay/holder.ts";
import { newKeys } from "../../../../test/relay/rig.ts";
import { Ledger } from "./ledger.ts";
import type { OtherMachine } from "./network.ts";
import type { BusWorld } from "./world.ts";

/** What a scene showed. `problems` is empty where all stated bounds held. */
export interface Shown {
  readonly what: string;
  readonly problems: readonly string[];
}

export interface Scene {
  readonly name: string;
  /** Process A is on a machine of its own, whose cable to NATS can be cut. */
  readonly isApart?: boolean;
  run(world: BusWorld, machine?: OtherMachine): Promise<Shown>;
}

/** Stated bounds, ms (docs/bus.md), and what a busy machine adds. */
const deadMs = 4_000;
const silentMs = 6_500;
const atOnceMs = 1_000;
const holderBackMs = 20_000;
const slack = 1_500;

export const scenes: readonly Scene[] = [
  {
    name: "holder at A, calls at A, B and C",
    async run(world) {
      world.balancer.policy = "first";
      await world.hold(world.balancer.origin);
      await world.ledger.during(world.urls, 6, () => pause(3_000), 0);
      const told = world.ledger.endings.filter(({ how }) => how !== "answered");
      return {
        what: world.ledger.summary,
        problems: [...world.ledger.problems(2_000), ...(told.length > 0 ? [`${told.length} were not answered`] : [])],
      };
    },
  },
  {
    name: "nothing of a link stays together: hello, events, results and calls each at any process",
    async run(world) {
      await world.hold(world.balancer.origin);
      await world.ledger.during([world.url("balancer")], 6, () => pause(3_000), 0);
      const told = world.ledger.endings.filter(({ how }) => how !== "answered");
      return {
        what: world.ledger.summary,
        problems: [...world.ledger.problems(2_000), ...(told.length > 0 ? [`${told.length} were not answered`] : [])],
      };
    },
  },
  {
    name: "kill -9 A under load",
    async run(world) {
      world.balancer.policy = "first";
      await world.hold(world.balancer.origin);
      const back = await world.ledger.during([world.url("b"), world.url("c")], 6, async () => {
        await pause(1_000);
        world.relay("a").signal("SIGKILL");
        await pause(200);
        return world.ledger.back(world.url("c"), holderBackMs);
      });
      return {
        what: `${world.ledger.summary}; served again after ${said(back)}`,
        problems: [...world.ledger.problems(deadMs + slack), ...isBack(back)],
      };
    },
  },
  {
    name: "SIGSTOP A for 9 s under load, and on",
    async run(world) {
      world.balancer.policy = "first";
      await world.hold(world.balancer.origin);
      await world.ledger.during([world.url("b"), world.url("c")], 6, async () => {
        await pause(1_000);
        world.relay("a").signal("SIGSTOP");
        await pause(9_000);
        world.relay("a").signal("SIGCONT");
        await pause(3_000);
      });
      const back = await world.ledger.back(world.url("b"), holderBackMs);
      return {
        what: `${world.ledger.summary}; served again after ${said(back)}`,
        problems: [...world.ledger.problems(silentMs + slack), ...isBack(back)],
      };
    },
  },
  {
    name: "kill -9 NATS under load, and back",
    async run(world) {
      world.balancer.policy = "first";
      await world.hold(world.balancer.origin);
      const home = world.ledger;
      const before = home.endings.length;
      // Calls at the holder's own process go on; those at others are told at once.
      const far = new Ledger("far", home);
      const back = await home.during([world.url("a")], 3, () =>
        far.during([world.url("b"), world.url("c")], 3, async () => {
          await pause(1_000);
          await world.nats.kill();
          await pause(2_500);
          await world.nats.restart();
          return backFar(far, world.url("b"));
        }),
      );
      const cut = home.endings.slice(before).filter(({ how }) => how !== "answered");
      const toldFar = far.endings.filter(({ how }) => how === "told");
      const problems = [...home.problems(2_000 + slack), ...far.problems(atOnceMs + slack)];
      if (cut.length > 0) problems.push(`${cut.length} calls at the holder's own process were not answered: ${cut[0]?.text ?? ""}`);
      if (toldFar.length === 0) problems.push("no call across processes was told that the bus is gone");
      return {
        what: `at home ${home.summary}; across ${far.summary}; served again after ${said(back)}`,
        problems: [...problems, ...isBack(back)],
      };
    },
  },
  {
    name: "the network splits A from NATS for 10 s under load, and a second holder says hello on the other side",
    isApart: true,
    async run(world, machine) {
      if (machine === undefined) throw new Error("This scene needs a machine apart");
      world.balancer.policy = "first";
      const first = await world.hold(world.balancer.origin);
      const [here, far] = [world.ledger, new Ledger("far", world.ledger)];
      await using second = countingHolder(world, "b", far);
      const served = await here.during([world.url("a")], 3, () =>
        far.during([world.url("b"), world.url("c")], 3, async () => {
          await pause(1_000);
          machine.cut();
          await pause(7_000);
          await second.hello();
          await second.open();
          await pause(3_000);
          const taken = second.of("request").length;
          machine.mend();
          await pause(8_000);
          return taken;
        }),
      );
      const problems = [...here.problems(silentMs + slack), ...far.problems(silentMs + slack)];
      const cut = here.endings.filter(({ how }) => how === "told" || how === "cut");
      if (cut.length > 0) problems.push(`${cut.length} calls at the holder's own process were not answered: ${cut[0]?.text ?? ""}`);
      if (served === 0) problems.push("the second holder served nobody while the network was split");
      if (first.state !== "displaced") problems.push(`the first holder is ${first.state}, and not displaced, after the network was mended`);
      const after = await far.call(world.url("a"));
      if (after.how !== "answered") problems.push(`a call at A afterwards: ${after.text}`);
      return { what: `at A ${here.summary}; across ${far.summary}; ${served} by the second holder while split`, problems };
    },
  },
  {
    name: "two holders of one link at two processes, hello at once, 30 times",
    async run(world) {
      const { ledger } = world;
      const problems: string[] = [];
      let displaced = 0;
      for (let round = 0; round < 30; round += 1) {
        const keys = newKeys();
        const holders = (["a", "b"] as const).map((name) => countingHolder(world, name, ledger, keys));
        await Promise.all(holders.map((holder) => holder.hello()));
        await Promise.all(holders.map((holder) => holder.open()));
        for (const name of ["a", "b", "c"] as const) await ledger.call(`${world.relay(name).origin}/s/${keys.token}/mcp`);
        displaced += holders.filter((holder) => holder.of("notice").some((frame) => frame["code"] === "displaced")).length;
        for (const holder of holders) await holder[Symbol.asyncDispose]();
      }
      const told = ledger.endings.filter(({ how }) => how !== "answered");
      if (told.length > 0) problems.push(`${told.length} were not answered: ${told[0]?.text ?? ""}`);
      if (displaced < 30) problems.push(`only ${displaced} of 30 pairs heard displaced`);
      return { what: `${ledger.summary}; displaced was heard ${displaced} times`, problems: [...problems, ...ledger.problems(3_000)] };
    },
  },
  {
    name: "rolling restart of A, B and C under load, through a balancer without affinity",
    async run(world) {
      await world.hold(world.balancer.origin);
      await world.ledger.during([world.url("balancer")], 4, async () => {
        await pause(1_000);
        for (const name of ["a", "b", "c"] as const) {
          await world.stop(name);
          await world.start(name);
          await pause(1_500);
        }
      });
      const back = await world.ledger.back(world.url("balancer"), holderBackMs);
      const lost = world.ledger.endings.filter(({ text }) => text.includes("lost its process"));
      const problems = [...world.ledger.problems(6_000 + slack), ...isBack(back)];
      if (lost.length > 0) problems.push(`${lost.length} calls were lost, though every process ended on purpose`);
      return { what: world.ledger.summary, problems };
    },
  },
];

/** A holder on bare HTTP that counts what it runs and says hello when it is told to. */
function countingHolder(world: BusWorld, name: "a" | "b", ledger: Ledger, keys = world.keys): TestHolder {
  return new TestHolder({
    relay: world.relay(name).origin,
    keys,
    declare: { info: { name: "work", title: "Work", version: "1" }, tools: [workTool] },
    onRequest: (frame) => {
      const { arguments: args } = frame["params"] as { readonly arguments: { readonly id: string } };
      return { content: [{ type: "text", text: ledger.run(args.id) }] };
    },
  });
}

const workTool = {
  name: "work",
  title: "Work",
  description: "Counts its run.",
  inputSchema: { type: "object" },
  annotations: { title: "Work", readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

async function backFar(far: Ledger, url: string): Promise<number | undefined> {
  return far.back(url, holderBackMs);
}

export function said(ms: number | undefined): string {
  return ms === undefined ? "never" : `${Math.round(ms)} ms`;
}

export function isBack(ms: number | undefined): string[] {
  return ms === undefined ? [`it was not served again within ${holderBackMs} ms`] : [];
}
