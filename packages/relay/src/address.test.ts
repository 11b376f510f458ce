import { expect, test } from "vitest";
import { addressKey, addressRanges, inRanges, lastHop } from "./address.ts";

test.each([
  ["1.2.3.4", "1.2.3.4"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::ffff:102:304", "1.2.3.4"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:0DB8::1", "2001:db8:0:0::/64"],
  ["1.2.3", undefined],
  ["", undefined],
  ["example.com", undefined],
  ["1.2.3.4:80", undefined],
])("addressKey(%j) is %j", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ["1.1.1.1, 2.2.2.2", "2.2.2.2"],
  ["evil, 9.9.9.9 ", "9.9.9.9"],
  ["9.9.9.9:443", "9.9.9.9"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  [undefined, undefined],
])("lastHop(%j) is %j: what the client wrote before it does not count", (header, hop) => {
  expect(lastHop(header)).toBe(hop);
});

test("inRanges knows the ends of Anthropic's range", () => {
  const ranges = addressRanges(["160.79.104.0/21", "2607:6bc0::/48"]);
  const keys = ["160.79.103.255", "160.79.104.0", "160.79.111.255", "160.79.112.0"].map((address) => inRanges(ranges, address));
  expect(keys).toEqual([false, true, true, false]);
  expect(inRanges(ranges, addressKey("2607:6bc0::5") ?? "")).toBe(true);
  expect(inRanges(ranges, addressKey("2607:6bc1::5") ?? "")).toBe(false);
});

test.each(["160.79.104.0", "160.79.104.0/33", "x/8", "::/129", "1.2.3.4/-1", "1.2.3.4/"])("addressRanges refuses %j", (range) => {
  expect(() => addressRanges([range])).toThrow(RangeError);
});
