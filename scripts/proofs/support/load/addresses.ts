/** The nth of as many client addresses as wanted: 10.0.0.0/8, each counted apart by a relay behind a proxy. */
export function address(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** The header by which a trusted proxy names the client. */
export function from(n: number): Readonly<Record<string, string>> {
  return { "x-forwarded-for": address(n) };
}
