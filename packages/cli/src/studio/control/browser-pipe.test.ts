import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { BrowserPipe, type BrowserEvent } from "./browser-pipe.ts";
import { windowCeilings } from "./ceilings.ts";

function piped() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const sent: Record<string, unknown>[] = [];
  let held = "";
  output.on("data", (piece: Buffer) => {
    held += piece.toString("utf8");
    const parts = held.split("\0");
    held = parts.pop() ?? "";
    for (const part of parts) sent.push(JSON.parse(part) as Record<string, unknown>);
  });
  const events: BrowserEvent[] = [];
  let ends = 0;
  const pipe = new BrowserPipe(
    input,
    output,
    (event) => events.push(event),
    () => (ends += 1),
  );
  return { pipe, input, sent, events, ends: () => ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("BrowserPipe", () => {
  it("tells answers apart by their number, however they are cut", async () => {
    const { pipe, input, sent, events } = piped();
    const [one, other] = [pipe.call("A.a", { x: 1 }), pipe.call("B.b", {}, "S")];
    await turn();
    expect(sent).toEqual([
      { id: 1, method: "A.a", params: { x: 1 } },
      { id: 2, method: "B.b", params: {}, sessionId: "S" },
    ]);
    const bytes = Buffer.from('{"id":2,"result":{"is":"é"}}\0{"method":"C.c","params":{}}\0{"id":1,"result":{}}\0');
    for (const byte of bytes) input.write(Buffer.from([byte]));
    expect(await other).toEqual({ is: "é" });
    expect(await one).toEqual({});
    expect(events).toEqual([{ method: "C.c", params: {} }]);
  });

  it("what the browser refuses is refused, and its words go to our log alone", async () => {
    const { pipe, input } = piped();
    const call = pipe.call("A.a");
    input.write('{"id":1,"error":{"message":"secret words"}}\0');
    const fault = await call.catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: "tool_failed", message: "The window refused A.a" });
    expect((fault as { internal: string }).internal).toContain("secret words");
  });

  it.each([
    ["no JSON", "nonsense\0"],
    ["a number", "5\0"],
  ])("%s ends it, with every call that waits", async (_name, bytes) => {
    const { pipe, input, ends } = piped();
    const call = pipe.call("A.a");
    input.write(bytes);
    await expect(call).rejects.toMatchObject({ code: "far_end_gone" });
    await expect(pipe.call("B.b")).rejects.toMatchObject({ code: "far_end_gone" });
    pipe.end();
    expect(ends()).toBe(1);
  });

  it("a message without an end is cut off", async () => {
    const { pipe, input, ends } = piped();
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    for (let sent = 0; sent <= windowCeilings.browserMessageBytes.value && ends() === 0; sent += piece.length) {
      input.write(piece);
      await turn();
    }
    expect(ends()).toBe(1);
    await expect(pipe.call("A.a")).rejects.toMatchObject({ code: "far_end_gone" });
  });

  it("more calls than the window takes are refused, and the others go on", async () => {
    const { pipe, input } = piped();
    const calls = Array.from({ length: windowCeilings.browserCalls.value }, () => pipe.call("A.a"));
    await expect(pipe.call("A.a")).rejects.toMatchObject({ code: "full" });
    for (let id = 1; id <= calls.length; id++) input.write(`{"id":${id},"result":{}}\0`);
    expect(await Promise.all(calls)).toHaveLength(windowCeilings.browserCalls.value);
  });

  it("answers to nobody are dropped", async () => {
    const { pipe, input } = piped();
    input.write('{"id":99,"result":{}}\0');
    await turn();
    const call = pipe.call("A.a");
    input.write('{"id":1}\0');
    expect(await call).toEqual({});
  });
});
