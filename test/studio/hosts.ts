import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Plugin, build } from "esbuild";
import { type Browser, type Page, chromium } from "playwright-core";

const source = fileURLToPath(new URL("../../packages/studio/src/", import.meta.url));

/** A page with the kernel's hosts, as they are built for it, in a real Chromium. */
export interface StudioHosts extends AsyncDisposable {
  readonly page: Page;
}

/** `plugins` may change what is built; `script`, beside this file, is the page's own. */
export async function openStudioHosts({
  plugins = [],
  script = "page-hashes.ts",
}: { readonly plugins?: Plugin[]; readonly script?: string } = {}): Promise<StudioHosts> {
  const built = await build({
    entryPoints: [
      ...["hosts/render-worker.ts", "hosts/player-worklet.ts"].map((name) => ({
        in: `${source}${name}`,
        out: name.replace(/^hosts\/|\.ts$/g, ""),
      })),
      { in: fileURLToPath(new URL(script, import.meta.url)), out: "page" },
    ],
    outdir: "/",
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@jackfield/source"],
    plugins,
    write: false,
  });
  const files = new Map(built.outputFiles.map((file) => [file.path, file.text]));
  const server: Server = createServer((request, response) => {
    const text = files.get(request.url ?? "");
    response.writeHead(200, {
      "content-type": text === undefined ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8",
      "content-security-policy": "default-src 'self'",
    });
    response.end(text ?? '<!doctype html><title>Studio</title><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser: Browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
