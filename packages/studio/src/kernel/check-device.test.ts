import { describe, expect, it } from "vitest";
import { builtInDevices } from "../devices/built-in.ts";
import { checkDevice } from "./check-device.ts";

const good = structuredClone(builtInDevices["sub"]) as unknown as Record<string, unknown> & {
  sound: { graph: Record<string, Record<string, unknown>>; out: string; ends: string };
  params: Record<string, Record<string, unknown>>;
};

function refused(change: (device: typeof good) => unknown): string {
  const device = structuredClone(good);
  change(device);
  const check = checkDevice(device);
  return check.ok ? "taken" : `${check.where}: ${check.why}`;
}

describe("checkDevice", () => {
  it("takes every built-in device", () => {
    for (const device of Object.values(builtInDevices)) expect(checkDevice(structuredClone(device))).toMatchObject({ ok: true });
    expect(Object.keys(builtInDevices)).toHaveLength(8);
  });

  const bad: readonly (readonly [string, (device: typeof good) => unknown, RegExp])[] = [
    ["nothing", (device) => delete (device as Record<string, unknown>)["sound"], /^sound: must be an object/],
    ["a foreign module", (device) => (device.sound.graph["low"] = { type: "eval" }), /no type that is known/],
    ["a prototype's name", (device) => (device.sound.graph["low"] = { type: "constructor" }), /no type that is known/],
    ["a loop", (device) => (device.sound.graph["low"] = { type: "osc", in: { hertz: "both" } }), /no module before it/],
    ["itself", (device) => (device.sound.graph["low"] = { type: "osc", in: { hertz: "low" } }), /no module before it/],
    ["a param that is not there", (device) => (device.sound.graph["low"] = { type: "osc", in: { hertz: "param.x" } }), /is no param/],
    ["an input that is not there", (device) => (device.sound.graph["low"] = { type: "osc", in: { x: 1 } }), /has no input x/],
    ["a wave that is not there", (device) => (device.sound.graph["low"] = { type: "osc", options: { wave: "x" } }), /wave must be one of/],
    ["no number", (device) => (device.sound.graph["low"] = { type: "osc", in: { hertz: Number.NaN } }), /must be a number/],
    ["an out that is not there", (device) => (device.sound.out = "x"), /sound\.out: must be the name of a module/],
    ["an end that is no envelope", (device) => (device.sound.ends = "low"), /env module/],
    [
      "a default out of range",
      (device) => (device.params["drive"] = { label: "D", unit: "share", min: 0, max: 1, default: 2 }),
      /default from min to max/,
    ],
    ["a hundred voices", (device) => (device["voices"] = 100), /voices: must be a whole number from 1 to 32/],
    [
      "too many modules",
      (device) => {
        for (let n = 0; n < 40; n++) device.sound.graph[`m${n}`] = { type: "noise" };
      },
      /1 to 32 modules/,
    ],
    ["a name of markup", (device) => (device.params["<img src=x>"] = {}), /^params\.\?img\?src\?x\?: must be named/],
  ];
  it.each(bad)("refuses %s, and says where", (_what, change, why) => {
    expect(refused(change)).toMatch(why);
  });

  it("refuses what is no object at all", () => {
    for (const value of [undefined, null, 1, "x", [], [good], true]) expect(checkDevice(value)).toMatchObject({ ok: false });
  });
});
