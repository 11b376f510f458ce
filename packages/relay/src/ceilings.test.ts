import { expect, test } from "vitest";
import { relayCeilings } from "./ceilings.ts";
import { relayLimits } from "./relay-limits.ts";

test("Every ceiling says why, what happens, and has room above its default or says that it has none", () => {
  const entries = Object.entries(relayCeilings);
  expect(entries.length).toBeGreaterThan(40);
  for (const [name, ceiling] of entries) {
    expect(ceiling.why.length, name).toBeGreaterThan(10);
    expect(ceiling.whenHit.length, name).toBeGreaterThan(2);
    expect(ceiling.most, name).toBeGreaterThanOrEqual(ceiling.value);
  }
});

test("The seed's numbers are the defaults", () => {
  const { limits } = relayLimits({});
  expect(limits).toMatchObject({
    messageBytes: 1_048_576,
    heldBytes: 48 * 1_048_576,
    unreadBytes: 2 * 1_048_576,
    unreadBytesAll: 32 * 1_048_576,
    jsonDepth: 64,
    batchMessages: 16,
    requestsPerMinute: 600,
    newLinksPerMinute: 30,
    mcpPerMinute: 120,
    mcpBurst: 30,
    holderPerMinute: 600,
    reconnectsPerMinute: 30,
    callsPerSession: 6,
    callsPerLink: 8,
    calls: 256,
    links: 2_000,
    linkIdleMs: 1_800_000,
    sessionsPerLink: 32,
    sessions: 4_000,
    sessionIdleMs: 86_400_000,
    sessionRoomMs: 600_000,
    holdersPerLink: 4,
    streams: 1_000,
    addressIdleMs: 300_000,
    sockets: 4_096,
    keepAliveMs: 15_000,
    graceMs: 10_000,
    presenceMs: 600_000,
    callMs: 30_000,
    waitMs: 120_000,
    maxCallMs: 1_800_000,
    streamAfterMs: 20_000,
  });
});

test("A larger message raises what has to hold two of them, unless that was set", () => {
  const { limits, clamped } = relayLimits({ messageBytes: 16 * 1_048_576 });
  expect(limits).toMatchObject({
    unreadBytes: 32 * 1_048_576,
    unreadBytesAll: 32 * 1_048_576,
    heldBytes: 48 * 1_048_576,
    streamedBytes: 1_310_720,
  });
  expect(clamped).toEqual([]);
  expect(relayLimits({ messageBytes: 2_000_000, unreadBytes: 100 }).limits.unreadBytes).toBe(100);
});

test("An option above the maximum is lowered to it, and named", () => {
  const { limits, clamped } = relayLimits({ messageBytes: 1e9 });
  expect([limits.messageBytes, clamped]).toEqual([16 * 1_048_576, ["messageBytes"]]);
  expect(() => relayLimits({ calls: Number.NaN })).toThrow(RangeError);
});
