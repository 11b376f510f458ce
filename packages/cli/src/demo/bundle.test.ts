import { pages } from "@jackfield/example-sequencer";
import { page } from "@jackfield/web";
import { Fault } from "@jackfield/contract";
import { expect, test } from "vitest";
import { bundle } from "./bundle.ts";

test("bundle: the page's script and style stand where its HTML names them, and nothing of Node or zod is in them", async () => {
  const assets = await bundle(pages);
  const [sequencer] = pages;
  const script = assets.find((asset) => asset.path === sequencer?.script);
  expect(assets.map((asset) => asset.path)).toContain(sequencer?.style);
  const text = Buffer.from(script?.bytes ?? []).toString();
  expect(text.length).toBeGreaterThan(10_000);
  for (const foreign of ['"node:', "ZodError", "require("]) expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
});

test("bundle: a page that does not build is said with the place", async () => {
  const broken = page({ name: "broken", path: "/", entry: "@jackfield/no-such-page/main", title: "x", description: "x" });
  await expect(bundle([broken])).rejects.toSatisfy(
    (error) => Fault.is(error) && error.code === "config" && error.message.includes("@jackfield/no-such-page/main"),
  );
});
