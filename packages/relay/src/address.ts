import { BlockList, isIP, isIPv4 } from "node:net";

/** Ranges of addresses, each `address/prefix`. Throws RangeError on one that is not. */
export function addressRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix = ""] = range.split("/");
    const family = isIP(address);
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (family === 0 || bits < 0 || bits > (family === 4 ? 32 : 128))
      throw new RangeError(`Cannot use "${range}" as an address range: write it like 160.79.104.0/21`);
    list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/** Whether an address, as `addressKey` returned it, lies in one of the ranges. */
export function inRanges(ranges: BlockList, key: string): boolean {
  return isIPv4(key) ? ranges.check(key, "ipv4") : ranges.check(key.replace("/64", ""), "ipv6");
}

/**
 * What one client address counts as: an IPv4 address, or the /64 of an IPv6 one (whoever has one IPv6 address usually has 2^64).
 * IPv4 written as IPv6 (`::ffff:…`) is IPv4. Undefined: not an address.
 */
export function addressKey(address: string): string | undefined {
  const zone = address.indexOf("%");
  const text = zone < 0 ? address : address.slice(0, zone);
  const family = isIP(text);
  if (family === 0) return undefined;
  if (family === 4) return text;
  const groups = ipv6Groups(text);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return ipv4Of(groups);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The client address behind a proxy that appends the one it saw: the last hop. Earlier entries are whatever the client wrote. */
export function lastHop(forwarded: string | undefined): string | undefined {
  if (forwarded === undefined) return undefined;
  const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
  // Some proxies write a port: "1.2.3.4:5", "[::1]:5".
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(last) ? last.slice(0, last.indexOf(":")) : last;
}

/** The eight groups of a text that `isIP` found to be IPv6. */
function ipv6Groups(text: string): readonly number[] {
  const [head = "", tail] = text.split("::");
  const left = groupsOf(head);
  if (tail === undefined) return left;
  const right = groupsOf(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function groupsOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function ipv4Of(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
