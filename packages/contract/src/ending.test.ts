import { expect, test } from "vitest";
import { Ender } from "./ending.ts";
import { Fault } from "./fault.ts";

test("Ender tells all that listen, once and of the first reason; not those that left, came late or are told of already", () => {
  const ender = new Ender();
  const told: string[] = [];
  const listener = (name: string) => (fault: Fault) => told.push(`${name} ${fault.code}`);
  const [one, two, three, four] = [listener("one"), listener("two"), listener("three"), listener("four")];
  for (const each of [one, two, three, four]) ender.listen(each);
  ender.unlisten(one);
  ender.unlisten(three);
  expect(ender.fault).toBeUndefined();
  ender.end(new Fault("timeout"));
  ender.end(new Fault("closing"));
  ender.listen(one);
  expect([told, ender.fault?.code]).toEqual([["two timeout", "four timeout"], "timeout"]);
});

test("Ender: a listener may leave, and others with it, while all are told", () => {
  const ender = new Ender();
  const told: string[] = [];
  const second = (): number => told.push("second");
  const first = (): void => {
    told.push("first");
    ender.unlisten(first);
  };
  ender.listen(first);
  ender.listen(second);
  ender.end(new Fault("cancelled"));
  expect(told).toEqual(["first", "second"]);
});
