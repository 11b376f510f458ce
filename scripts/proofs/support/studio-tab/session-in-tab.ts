import { createHash } from "node:crypto";
import type { Json } from "@jackfield/contract";
import { type Song, canonicalSong } from "@jackfield/studio";
import type { Page } from "playwright-core";
import { type Linked, link } from "../../../../test/studio-page/linked.ts";
import { type Stage, openStage } from "../../../../test/studio-page/stage.ts";
import type { RunCommand } from "../studio-session/step.ts";

/** Studio's page in a real Chromium, a real relay, and an MCP client at the page's address. */
export interface SessionInTab extends AsyncDisposable {
  readonly linked: Linked;
  readonly run: RunCommand;
  /** Of the song's text, as a process would save it. */
  songHash(): Promise<string>;
  /** What the page complained of. */
  readonly complaints: readonly string[];
}

/** `files`: put among the page's own, under their names. */
export async function openSessionInTab(files: ReadonlyMap<string, Uint8Array>): Promise<SessionInTab> {
  const stage: Stage = await openStage();
  try {
    const linked = await link(stage, {}, "studio-proof");
    await fill(linked.page, files);
    return {
      linked,
      complaints: linked.opened.complaints,
      async run(command, params) {
        const result = await linked.agent.client.callTool({ name: "execute", arguments: { command, params } }, { timeout: 180_000 });
        const value = valueOf(result.content);
        if (result.isError !== true) return { result: value["result"] ?? null };
        return { error: textOf(value["error"]) ?? "fault", message: textOf(value["message"]) ?? textOf(value["text"]) ?? "" };
      },
      async songHash() {
        const { contents } = await linked.agent.client.readResource({ uri: "studio://session" });
        const [first] = contents;
        if (first === undefined || !("text" in first)) throw new Error("The session is no text");
        return createHash("sha256")
          .update(canonicalSong(JSON.parse(first.text) as Song))
          .digest("hex");
      },
      async [Symbol.asyncDispose]() {
        await linked[Symbol.asyncDispose]();
        await stage[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await stage[Symbol.asyncDispose]();
    throw error;
  }
}

/** Puts files where the page has its own: in the browser's database, with nobody's hand. */
async function fill(page: Page, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const list = [...files].map(([name, bytes]) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
  await page.evaluate(`(${fillFiles})(${JSON.stringify(list)})`);
}

/** Runs in the page: as text, since what type-checks this file knows no browser. */
const fillFiles = `async (all) => {
  const base = await new Promise((resolve, reject) => {
    const request = indexedDB.open("jackfield-studio");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = base.transaction("files", "readwrite");
  for (const { name, base64 } of all) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transaction.objectStore("files").put(bytes, "file/" + name);
    transaction.objectStore("files").put({ name, bytes: bytes.length, at: 0 }, "card/" + name);
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
  base.close();
}`;

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The last text of a result as JSON; a fault is a sentence. */
function valueOf(content: unknown): Readonly<Record<string, Json>> {
  const texts = Array.isArray(content) ? content.map((block: { readonly text?: string }) => block.text ?? "") : [];
  const text = texts.at(-1) ?? "";
  try {
    return JSON.parse(text) as Record<string, Json>;
  } catch {
    const code = /\[([a-z_]+)\]/u.exec(text)?.[1];
    return { text, ...(code === undefined ? {} : { error: code }), message: text };
  }
}
