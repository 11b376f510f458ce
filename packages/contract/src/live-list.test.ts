import { expect, test } from "vitest";
import { LiveList } from "./live-list.ts";

test("LiveList keeps what is there in order; removing twice does no harm", () => {
  const list = new LiveList<string>();
  expect([list.size, list.all()]).toEqual([0, []]);
  const [a, b, c] = [list.add("a"), list.add("b"), list.add("c")];
  expect([list.size, list.all()]).toEqual([3, ["a", "b", "c"]]);
  list.remove(b);
  list.remove(b);
  expect([list.size, list.all(), b.value]).toEqual([2, ["a", "c"], undefined]);
  list.remove(a);
  list.remove(c);
  expect([list.size, list.all()]).toEqual([0, []]);
  list.add("d");
  expect([list.size, list.all()]).toEqual([1, ["d"]]);
});

test("What goes while all are looked at is still among those looked at, what comes is not", () => {
  const list = new LiveList<number>();
  const living = [1, 2, 3].map((value) => list.add(value));
  const seen: number[] = [];
  for (const value of list.all()) {
    seen.push(value);
    for (const each of living) list.remove(each);
    list.add(9);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(list.all()).toEqual([9, 9, 9]);
});
