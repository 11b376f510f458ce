import { afterEach, expect, it } from "vitest";
import { checkWasm } from "./check-wasm.ts";

const compiler = Reflect.get(globalThis, "WebAssembly") as { compile: (bytes: Uint8Array) => Promise<unknown> };
const { compile } = compiler;
afterEach(() => {
  compiler.compile = compile;
});

it("passes where WASM may be compiled, and says so where a policy forbids it", async () => {
  await checkWasm();
  compiler.compile = () => Promise.reject(new Error("violates the following Content Security policy directive"));
  await expect(checkWasm()).rejects.toMatchObject({
    problem: "unsupported",
    message: expect.stringContaining("convert it to FLAC or WAV") as string,
  });
});
