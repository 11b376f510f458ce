/**
 * Key and result of a body that begins as `JSON.stringify({ id, result })` writes it, which nearly all do. It decides nothing: the key still
 * has to be that of an open call, the result is scanned, and any other body goes to wire's `parseResultEnvelope`.
 */
export function quickEnvelope(body: Buffer): { readonly id: string; readonly start: number; readonly end: number } | undefined {
  if (body.toString("latin1", 0, idKey.length) !== idKey) return undefined;
  const quote = body.indexOf(0x22, idKey.length);
  const start = quote + resultKey.length;
  if (quote < 0 || body.toString("latin1", quote, start) !== resultKey) return undefined;
  const end = body.length - 1;
  return body[end] === 0x7d && end > start ? { id: body.toString("latin1", idKey.length, quote), start, end } : undefined;
}

const idKey = '{"id":"';
const resultKey = '","result":';
