import { type Json, type JsonObject, logLevels } from "@jackfield/contract";
import { type Agent, type DownFrame, cancelReasons, downNotifications, noticeCodes } from "./frames.ts";
import { callKeyPattern, connectorTokenPattern } from "./link-key.ts";
import { countOf, isWithin, matchOf, memberOf, objectOf, oneOf, recordOf, textOf } from "./read-json.ts";
import { spansOf } from "./spans.ts";
import { parseWireError } from "./wire-error.ts";

/** Reads the data of one event, in the holder. Undefined: a type this holder does not know, or not a frame; ignore it. */
export function parseDownFrame(text: string): DownFrame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A relay that sends what is not JSON is ignored like one that sends a type from the future.
    return undefined;
  }
  const frame = isWithin(value, downDepth) ? objectOf(value) : undefined;
  const link = frame && matchOf(memberOf(frame, "link"), connectorTokenPattern);
  const type = frame && oneOf(memberOf(frame, "type"), frameTypes);
  if (frame === undefined || link === undefined || type === undefined) return undefined;
  return readers[type](frame, link);
}

/** The client's own bytes of a request frame's `params`, from the event's data. Undefined when there are none. */
export function rawParams(text: string): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(text);
  const spans = spansOf(bytes, 0, bytes.length, downDepth);
  const params = spans.ok ? spans.members.find((member) => member.name === "params") : undefined;
  return params && bytes.subarray(params.start, params.end);
}

/** A down frame as JSON. Requests go through `writeRequestFrame`, which keeps the client's bytes. */
export function writeDownFrame(frame: Exclude<DownFrame, { readonly type: "request" }>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(frame));
}

const frameTypes = ["ready", "request", "cancel", "answer", "agent", "notify", "notice"] as const satisfies readonly DownFrame["type"][];

const readers: Record<DownFrame["type"], (frame: JsonObject, link: string) => DownFrame | undefined> = {
  ready,
  request,
  cancel,
  answer,
  agent,
  notify,
  notice,
};

function ready(frame: JsonObject, link: string): DownFrame | undefined {
  const epoch = countOf(memberOf(frame, "epoch"));
  const sessions = countOf(memberOf(frame, "sessions"));
  return epoch === undefined || sessions === undefined ? undefined : { type: "ready", link, epoch, sessions };
}

function request(frame: JsonObject, link: string): DownFrame | undefined {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const method = matchOf(memberOf(frame, "method"), methodPattern);
  const params = objectOf(memberOf(frame, "params"));
  const who = agentOf(memberOf(frame, "agent"));
  const timeoutMs = countOf(memberOf(frame, "timeoutMs"));
  const said = textOf(memberOf(frame, "notice"), noticeChars);
  if (id === undefined || method === undefined || params === undefined || who === undefined || timeoutMs === undefined) return undefined;
  return { type: "request", link, id, method, params, agent: who, timeoutMs, ...(said === undefined ? {} : { notice: said }) };
}

function cancel(frame: JsonObject, link: string): DownFrame | undefined {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const reason = oneOf(memberOf(frame, "reason"), cancelReasons);
  return id === undefined || reason === undefined ? undefined : { type: "cancel", link, id, reason };
}

function answer(frame: JsonObject, link: string): DownFrame | undefined {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const ask = matchOf(memberOf(frame, "ask"), /^[A-Za-z0-9_-]{1,32}$/);
  if (id === undefined || ask === undefined) return undefined;
  const error = memberOf(frame, "error");
  if (error !== undefined) return { type: "answer", link, id, ask, error: parseWireError(error) };
  const given = objectOf(memberOf(frame, "answers"));
  const answers: [string, JsonObject][] = [];
  for (const [key, value] of given === undefined ? [] : Object.entries(given)) {
    const one = objectOf(value);
    if (one === undefined) return undefined;
    answers.push([key, one]);
  }
  return given === undefined ? undefined : { type: "answer", link, id, ask, answers: recordOf(answers) };
}

function agent(frame: JsonObject, link: string): DownFrame | undefined {
  const state = oneOf(memberOf(frame, "state"), ["join", "leave"] as const);
  const name = textOf(memberOf(frame, "agent"), agentChars);
  const sessions = countOf(memberOf(frame, "sessions"));
  return state === undefined || name === undefined || sessions === undefined
    ? undefined
    : { type: "agent", link, state, agent: name, sessions };
}

function notify(frame: JsonObject, link: string): DownFrame | undefined {
  const method = oneOf(memberOf(frame, "method"), downNotifications);
  const params = objectOf(memberOf(frame, "params") ?? {});
  if (method === undefined || params === undefined) return undefined;
  if (method !== "notifications/roots/list_changed" && typeof memberOf(params, "uri") !== "string") return undefined;
  return { type: "notify", link, method, params };
}

function notice(frame: JsonObject, link: string): DownFrame | undefined {
  const code = oneOf(memberOf(frame, "code"), noticeCodes);
  const message = textOf(memberOf(frame, "message"), noticeChars);
  const epoch = countOf(memberOf(frame, "epoch"));
  if (code === undefined || message === undefined) return undefined;
  return { type: "notice", link, code, message, ...(epoch === undefined ? {} : { epoch }) };
}

function agentOf(value: Json | undefined): Agent | undefined {
  const from = objectOf(value);
  const can = from && objectOf(memberOf(from, "can"));
  if (from === undefined || can === undefined) return undefined;
  const name = textOf(memberOf(from, "name"), agentChars);
  const version = textOf(memberOf(from, "version"), agentChars);
  const revision = textOf(memberOf(from, "revision"), 16);
  const session = textOf(memberOf(from, "session"), 12);
  const logLevel = oneOf(memberOf(from, "logLevel"), logLevels);
  if (name === undefined || version === undefined || revision === undefined || session === undefined) return undefined;
  const has = (what: string): boolean => memberOf(can, what) === true;
  return {
    name,
    version,
    revision,
    can: { elicitForm: has("elicitForm"), elicitUrl: has("elicitUrl"), sampling: has("sampling"), roots: has("roots") },
    session,
    ...(logLevel === undefined ? {} : { logLevel }),
  };
}

const methodPattern = /^[A-Za-z0-9_./$-]{1,128}$/;

/** Levels in a down frame: the client's parameters and our envelope. */
export const downDepth = 72;
/** Characters of an agent's name. */
export const agentChars = 64;
/** Characters of a notice. */
export const noticeChars = 500;
