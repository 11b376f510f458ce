/**
 * The process that a POST of an MCP client is for by what it names: the answer to a question of the relay carries the question's key as its
 * id, a retry carries the state that was sealed for it. Undefined for everything else, and that is nearly all. It decides nothing: the process
 * looks the key up, through the link.
 */
export function namedProcess(body: Buffer): string | undefined {
  const state = body.indexOf(stateKey);
  if (state >= 0) return named.exec(body.toString("latin1", state + stateKey.length, state + stateKey.length + most))?.[1];
  // A question's answer is small, and has no method.
  if (body.length > answerMost || body.includes('"method"')) return undefined;
  const id = body.indexOf(idKey);
  return id < 0 ? undefined : named.exec(body.toString("latin1", id + idKey.length, id + idKey.length + most))?.[1];
}

const stateKey = '"requestState"';
const idKey = '"id"';
const named = /^\s*:\s*"([A-Za-z0-9_-]{12})\./;
const most = 32;
const answerMost = 262_144;
