import { expect, test } from "vitest";
import { hostedReach } from "./hosted-reach.ts";

test.each([
  ["https://h:5050", "h is an address of this machine or network"],
  ["https://h.example:5050", "it has port 5050, and they connect to 443 only"],
  ["http://h.example", "it is not https"],
  ["https://10.0.0.1", "10.0.0.1 is an address of this machine or network"],
  ["https://172.31.0.1", "172.31.0.1 is an address of this machine or network"],
  ["https://192.168.1.1", "192.168.1.1 is an address of this machine or network"],
  ["https://169.254.169.254", "169.254.169.254 is an address of this machine or network"],
  ["https://100.64.0.1", "100.64.0.1 is an address of this machine or network"],
  ["https://localhost", "localhost is an address of this machine or network"],
  ["http://localhost:8787", "localhost is an address of this machine or network"],
  ["https://[::1]", "[::1] is an address of this machine or network"],
  ["https://[fd00::1]", "[fd00::1] is an address of this machine or network"],
  ["https://box.local", "box.local is an address of this machine or network"],
  ["relay.example", "it is not a URL"],
])("hostedReach: %s: %s", (address, why) => {
  expect(hostedReach(address)).toBe(why);
});

test.each(["https://relay.example", "https://relay.example:443", "https://172.32.0.1", "https://8.8.8.8", "https://[2606:4700::1]"])(
  "hostedReach: %s is reached",
  (address) => {
    expect(hostedReach(address)).toBeUndefined();
  },
);
