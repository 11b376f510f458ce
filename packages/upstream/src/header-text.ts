/** A text as a header value (MCP 2026-07-28 transports): what is not plain ASCII, or looks like the sentinel, as base64 of its UTF-8. */
export function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?");
  return isPlain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
