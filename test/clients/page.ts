import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { webBuild } from "@jackfield/tab/build";
import { build } from "esbuild";

/** An 8 × 8 picture: small, and a real PNG. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

/** A page on the built tab SDK whose tools are what the behaviours ask for. Its link is `window.link`; `window.ready` says that it was made. */
function source(relay: string): string {
  return `
import { createLinks } from "./index.ts";
const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false };
const wait = (ms, signal) => new Promise((resolve, reject) => { const timer = setTimeout(resolve, ms); signal.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }); });
const extra = (name) => ({ name, title: "Extra", description: "Says that it ran.", effect: "read", run: () => name + " ran" });
const tools = [
  { name: "echo", title: "Echo", description: "Returns the text.", effect: "read", inputSchema: text, run: (input) => input.text },
  { name: "picture", title: "Picture", description: "Returns a small picture.", effect: "read", run: () => ({ size: "8 x 8", image: "data:image/png;base64,${png}" }) },
  { name: "slow", title: "Slow work", description: "Takes the time it is told, with progress after the first 25 s.", effect: "read", timeoutMs: 120000,
    inputSchema: { type: "object", properties: { ms: { type: "number", maximum: 110000 } }, required: ["ms"], additionalProperties: false },
    run: async ({ ms }, run) => {
      for (let done = 0; done < ms; ) {
        const step = Math.min(done === 0 ? 25000 : 10000, ms - done);
        await wait(step, run.signal);
        done += step;
        run.progress({ progress: done, total: ms });
      }
      return "slept " + ms + " ms";
    } },
  { name: "nap", title: "Nap", description: "Takes the time it is told, without a word.", effect: "read",
    inputSchema: { type: "object", properties: { ms: { type: "number", maximum: 20000 } }, required: ["ms"], additionalProperties: false },
    run: async ({ ms }, run) => { await wait(ms, run.signal); return "napped"; } },
  { name: "add_tool", title: "Add a tool", description: "Adds a tool of that name to the page.", effect: "write",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"], additionalProperties: false },
    run: ({ name }) => { added.push(extra(name)); setTimeout(() => window.links.setTools([...tools, ...added]), 50); return name + " comes"; } },
];
const added = [];
window.links = createLinks({ relay: ${JSON.stringify(relay)}, app: "clients", title: "Clients", version: "1.0.0", tools });
window.link = window.links.main;
window.ready = true;
`;
}

/** Serves the page on a loopback port until it is disposed of. */
export async function servePage(relay: string): Promise<AsyncDisposable & { readonly url: string }> {
  const resolveDir = fileURLToPath(new URL("../../packages/tab/src/", import.meta.url));
  const built = await build({
    ...webBuild,
    stdin: { contents: source(relay), resolveDir, loader: "ts", sourcefile: "clients-page.ts" },
    entryNames: "page",
    outdir: "/",
    write: false,
  });
  const files = new Map(built.outputFiles.map((file) => [file.path, file.contents]));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    response.writeHead(200, {
      "content-type": file === undefined ? "text/html; charset=utf-8" : "text/javascript",
      "cache-control": "no-store",
    });
    response.end(file ?? '<!doctype html><meta charset="utf-8"><title>Clients</title><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
