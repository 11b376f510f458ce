import { execFile } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { type Setting, type SettingOptions, closeAll, hold, pause, until } from "./link-setting.ts";

afterEach(closeAll);

/** An up stream as the scripted relay has it. */
class Up {
  readonly response: ServerResponse;
  bytes: Buffer = Buffer.alloc(0);
  /** Its connection is closed. */
  isOver = false;
  /** Ends its answer when the request ends. */
  ends = true;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.response = response;
    request.on("data", (chunk: Buffer) => (this.bytes = Buffer.concat([this.bytes, chunk])));
    request.on("error", () => undefined);
    request.on("end", () => this.ends && response.end());
    request.socket.on("close", () => (this.isOver = true));
  }

  open(): void {
    this.response.writeHead(200, { "content-type": "text/event-stream" });
    this.response.write(": open\n\n");
  }

  say(receipt: object | string): void {
    this.response.write(`data: ${typeof receipt === "string" ? receipt : JSON.stringify(receipt)}\n\n`);
  }

  /** Bodies so far; signs of life are empty. */
  get parcels(): string[] {
    const parcels: string[] = [];
    for (let at = 0; at + 4 <= this.bytes.length;) {
      const length = this.bytes.readUInt32BE(at);
      parcels.push(this.bytes.toString("utf8", at + 4, at + 4 + length));
      at += 4 + length;
    }
    return parcels;
  }

  get results(): string[] {
    return this.parcels.filter((parcel) => parcel.startsWith("0{"));
  }
}

interface UpSetting extends Setting {
  readonly ups: Up[];
  readonly lost: () => string[];
}

async function holdUp(options: SettingOptions & { readonly answers?: boolean } = {}): Promise<UpSetting> {
  const ups: Up[] = [];
  const setting = await hold({
    ...options,
    prepare: (relay) => {
      relay.onUp = (request, response) => {
        const up = new Up(request, response);
        ups.push(up);
        if (options.answers !== false) up.open();
      };
      options.prepare?.(relay);
    },
  });
  await until(() => ups.length === 1);
  // A sign that its answer has come: the next result goes up it.
  if (options.answers !== false) await pause(50);
  return { ...setting, ups, lost: () => setting.events.flatMap((event) => (event.is === "lost" ? [event.why] : [])) };
}

describe("what the relay says of a parcel", () => {
  test.each([421, 429, 500, 502, 503])("refused with %i: it is POSTed", async (status) => {
    const { relay, ups, lost } = await holdUp();
    relay.request("p.1", "take", { n: 1 });
    await until(() => ups[0]?.results.length === 1);
    ups[0]?.say({ type: "refused", n: 1, status, why: "later" });
    await until(() => relay.results.length === 1);
    expect([relay.textOf("p.1"), lost()]).toEqual(['{"n":1}', []]);
  });

  test("refused with a wait: POSTed after it", async () => {
    const { relay, ups } = await holdUp();
    relay.request("p.1", "take", {});
    await until(() => ups[0]?.results.length === 1);
    const from = performance.now();
    ups[0]?.say({ type: "refused", n: 1, status: 429, retryAfterMs: 700, why: "" });
    await until(() => relay.results.length === 1);
    expect(performance.now() - from).toBeGreaterThan(650);
  });

  test("refused because its call is over: no loss, and no POST", async () => {
    const { relay, ups, lost } = await holdUp();
    for (const id of ["p.1", "p.2"]) relay.request(id, "take", {});
    await until(() => ups[0]?.results.length === 2);
    ups[0]?.say({ type: "refused", n: 1, status: 404, why: "" });
    ups[0]?.say({ type: "refused", n: 2, status: 421, why: "" });
    await until(() => relay.results.length === 1);
    expect([relay.results[0]?.id, lost()]).toEqual(["p.2", []]);
  });

  test.each([400, 403, 413, 415])("refused with %i for good: lost, and said so; it is not POSTed", async (status) => {
    const { relay, ups, lost } = await holdUp();
    relay.request("p.1", "take", {});
    await until(() => ups[0]?.results.length === 1);
    ups[0]?.say({ type: "refused", n: 1, status, why: "not this one" });
    await until(() => lost().length === 1);
    expect(lost()[0]).toContain(`${status}: not this one`);
    expect(relay.results).toEqual([]);
  });

  test("took counts from the first, past those that were refused; what it names twice, or never came, is nothing", async () => {
    const { relay, ups, lost } = await holdUp();
    for (let n = 1; n <= 4; n++) relay.request(`p.${n}`, "take", { n });
    await until(() => ups[0]?.results.length === 4);
    for (const odd of [
      "x",
      "null",
      '{"type":"took"}',
      '{"type":"took","n":-1}',
      '{"type":"took","n":1.5}',
      '{"type":"refused","n":1}',
      '{"type":"other","n":4}',
    ])
      ups[0]?.say(odd);
    ups[0]?.say({ type: "refused", n: 99, status: 421, why: "" });
    ups[0]?.say({ type: "took", n: 0 });
    ups[0]?.say({ type: "refused", n: 2, status: 503, why: "" });
    ups[0]?.say({ type: "took", n: 3 });
    ups[0]?.say({ type: "refused", n: 3, status: 503, why: "" });
    await until(() => relay.results.length === 1);
    ups[0]?.response.destroy();
    // Of the four one was refused, and one has no receipt.
    await until(() => relay.results.length === 2);
    await pause(100);
    expect(
      relay.results.map(({ id }) => (ups[0]?.results[1]?.includes(id) ?? false) || (ups[0]?.results[3]?.includes(id) ?? false)),
    ).toEqual([true, true]);
    expect(lost()).toEqual([]);
  });

  test("an answer that is no stream of receipts, but endless: the stream is let go", async () => {
    const { relay, ups } = await holdUp({ limits: { eventBytes: 10_000 } });
    ups[0]?.response.write(`data: ${"x".repeat(20_000)}`);
    await until(() => ups[0]?.isOver === true);
    relay.request("p.1", "take", { n: 1 });
    await until(() => relay.results.length === 1);
    expect([relay.textOf("p.1"), ups[0]?.results.length]).toEqual(['{"n":1}', 0]);
  });

  test("a redirect is not followed: the secret goes to no other host", async () => {
    const elsewhere: string[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { relay, ups } = await holdUp({ answers: false });
    ups[0]?.response.writeHead(307, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/s/x/up` }).end();
    relay.request("p.1", "take", { n: 1 });
    await until(() => relay.textOf("p.1") === '{"n":1}');
    expect(elsewhere).toEqual([]);
    other.close();
  });
});

describe("its time", () => {
  test("upPingMs: it says something, so that no proxy gives it up", async () => {
    const { ups } = await holdUp({ limits: { upPingMs: 50 } });
    await until(() => (ups[0]?.parcels.length ?? 0) >= 5);
    expect(ups[0]?.parcels.every((parcel) => parcel === "")).toBe(true);
    // Often enough, and not more.
    const before = ups[0]?.parcels.length ?? 0;
    await pause(500);
    const more = (ups[0]?.parcels.length ?? 0) - before;
    expect([more >= 4, more <= 11]).toEqual([true, true]);
  });

  test("upReceiptMs: parcels of which nothing is said go by POST, though signs of life come; so does all that follows", async () => {
    const { relay, ups, lost } = await holdUp({ limits: { upReceiptMs: 300, silenceMs: 60_000 } });
    const life = setInterval(() => ups[0]?.response.write(": ping\n\n"), 50);
    // A receipt of the first gives the next as long again.
    relay.request("p.1", "take", { n: 1 });
    await until(() => ups[0]?.results.length === 1);
    await pause(200);
    relay.request("p.2", "take", { n: 2 });
    await until(() => ups[0]?.results.length === 2);
    ups[0]?.say({ type: "took", n: 1 });
    await pause(200);
    expect([ups[0]?.isOver, relay.results.length]).toEqual([false, 0]);
    await until(() => relay.results.length === 1 && ups[0]?.isOver === true);
    relay.request("p.3", "take", { n: 3 });
    await until(() => relay.results.length === 2);
    clearInterval(life);
    expect([relay.results.map(({ id }) => id), ups.length, lost()]).toEqual([["p.2", "p.3"], 1, []]);
  });

  test("one that the relay ends at once is not asked for again and again", async () => {
    const { relay, ups, holder } = await holdUp();
    ups[0]?.response.end();
    await until(() => ups[0]?.isOver === true);
    for (let n = 0; n < 3; n++) {
      relay.request(`p.${n}`, "take", { n });
      await until(() => relay.textOf(`p.${n}`) === `{"n":${n}}`);
    }
    expect(ups.length).toBe(1);
    // The link opened anew is reason to try again.
    relay.streams[0]?.destroy();
    await until(() => relay.of("events").length === 2 && holder.state === "open" && ups.length === 2);
  });

  test("close delivers what was written, waits for what the relay says of it, and calls nothing lost that was not", async () => {
    const { relay, ups, holder, lost } = await holdUp();
    for (let n = 1; n <= 3; n++) relay.request(`p.${n}`, "take", { n });
    await until(() => ups[0]?.results.length === 3);
    if (ups[0] !== undefined) ups[0].ends = false;
    const closing = holder.close();
    await pause(20);
    ups[0]?.say({ type: "took", n: 3 });
    ups[0]?.response.end();
    await closing;
    expect([ups[0]?.results.length, relay.results.length, lost()]).toEqual([3, 0, []]);
  });

  test("close has an end, where the relay says nothing; what it was silent about is lost, and said so", async () => {
    const { relay, ups, holder, lost } = await holdUp();
    relay.request("p.1", "take", {});
    await until(() => ups[0]?.results.length === 1);
    if (ups[0] !== undefined) ups[0].ends = false;
    const from = performance.now();
    await holder.close();
    expect(performance.now() - from).toBeLessThan(2_000);
    await until(() => ups[0]?.isOver === true);
    expect(lost()).toHaveLength(1);
  });

  test("a process whose holder has closed ends by itself, whenever the answer to its up stream comes", async () => {
    const script = `
      import { randomBytes } from "node:crypto";
      import { linkHolder } from "@jackfield/doors";
      import { newSecret } from "@jackfield/wire";
      import { openHost } from "./test/fixtures/open-host.ts";
      import { linkToolset } from "./test/doors/link-toolset.ts";
      import { ScriptedRelay } from "./test/doors/scripted-relay.ts";
      const relay = await ScriptedRelay.open();
      let asked = () => {};
      const was = new Promise((resolve) => (asked = resolve));
      relay.onUp = (request, response) => {
        request.resume();
        asked();
        setTimeout(() => { response.writeHead(200, { "content-type": "text/event-stream" }); response.write(": open\\n\\n"); }, 200);
      };
      const host = await openHost(linkToolset().toolset);
      const holder = linkHolder(host, { relay: relay.url, secret: newSecret(randomBytes) });
      await was;
      await holder.close();
      await host[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      console.log("closed");
    `;
    const root = new URL("../../", import.meta.url).pathname;
    const args = ["--conditions=@jackfield/source", "--import", "tsx", "--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 30_000 });
    expect(stdout).toBe("closed\n");
  });
});
