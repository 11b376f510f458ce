import { expect, test } from "vitest";
import { createVoice } from "./voice.ts";

test("an ordinary line of the log is a line and no warning, a warning is one", () => {
  const said: Record<"out" | "error", string> = { out: "", error: "" };
  const outputs = { out: (text: string) => void (said.out += text), error: (text: string) => void (said.error += text) };
  const json = createVoice(true, outputs);
  json.note({ event: "log" }, "listening on port 1");
  json.warn({ event: "port_taken" }, "Port 1 is taken");
  expect(
    said.out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { event: "log", line: "listening on port 1" },
    { event: "port_taken", warning: "Port 1 is taken" },
  ]);
  createVoice(false, outputs).note({ event: "log" }, "listening on port 1");
  expect(said.error).toBe("listening on port 1\n");
});
