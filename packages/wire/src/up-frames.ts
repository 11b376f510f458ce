import { type Json, type JsonObject, type Parsed, type Question, logLevels } from "@jackfield/contract";
import { type UpFrame, upListNotifications } from "./frames.ts";
import { callKeyPattern } from "./link-key.ts";
import { matchOf, memberOf, objectOf, oneOf, recordOf, textOf, utf8Length } from "./read-json.ts";

/**
 * Reads the body of `POST /s/<token>/frames`, parsed from JSON whose depth was checked: one up frame, or an array of at most 16. The first
 * frame that is not one refuses them all; the problem names the frame and the member, and quotes nothing.
 */
export function parseUpFrames(value: unknown): Parsed<readonly UpFrame[]> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) return { ok: false, problem: "there is no frame" };
  if (list.length > upFrames) return { ok: false, problem: `there are more than ${upFrames} frames` };
  const frames: UpFrame[] = [];
  for (const [index, item] of list.entries()) {
    const frame = objectOf(item);
    if (frame === undefined) return { ok: false, problem: `frame ${index}: must be an object` };
    const read = oneOf(memberOf(frame, "type"), frameTypes);
    const parsed = read === undefined ? wrong('"type" must be progress, log, ask or notify') : readers[read](frame);
    if (!parsed.ok) return { ok: false, problem: `frame ${index}: ${parsed.problem}` };
    frames.push(parsed.value);
  }
  return { ok: true, value: frames };
}

const frameTypes = ["progress", "log", "ask", "notify"] as const;

const readers: Record<(typeof frameTypes)[number], (frame: JsonObject) => Parsed<UpFrame>> = { progress, log, ask, notify };

function progress(frame: JsonObject): Parsed<UpFrame> {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const done = memberOf(frame, "progress");
  const total = memberOf(frame, "total");
  const message = memberOf(frame, "message");
  if (id === undefined) return wrong('"id" must be a call key');
  if (typeof done !== "number" || !Number.isFinite(done)) return wrong('"progress" must be a number');
  if (total !== undefined && (typeof total !== "number" || !Number.isFinite(total))) return wrong('"total" must be a number');
  if (message !== undefined && typeof message !== "string") return wrong('"message" must be text');
  const text = textOf(message, progressChars);
  return {
    ok: true,
    value: {
      type: "progress",
      id,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(text === undefined ? {} : { message: text }),
    },
  };
}

function log(frame: JsonObject): Parsed<UpFrame> {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const level = oneOf(memberOf(frame, "level"), logLevels);
  const data = memberOf(frame, "data");
  const logger = memberOf(frame, "logger");
  if (id === undefined) return wrong('"id" must be a call key');
  if (level === undefined) return wrong('"level" must be a level of RFC 5424');
  if (data === undefined || utf8Length(JSON.stringify(data)) > logBytes) return wrong(`"data" must be JSON of at most ${logBytes} bytes`);
  if (logger !== undefined && typeof logger !== "string") return wrong('"logger" must be text');
  const name = textOf(logger, loggerChars);
  return { ok: true, value: { type: "log", id, level, data, ...(name === undefined ? {} : { logger: name }) } };
}

function ask(frame: JsonObject): Parsed<UpFrame> {
  const id = matchOf(memberOf(frame, "id"), callKeyPattern);
  const mark = matchOf(memberOf(frame, "ask"), askPattern);
  const asked = objectOf(memberOf(frame, "questions"));
  if (id === undefined) return wrong('"id" must be a call key');
  if (mark === undefined) return wrong('"ask" must be 1 to 32 characters of A–Z, a–z, 0–9, "_" and "-"');
  const entries = asked === undefined ? [] : Object.entries(asked);
  if (entries.length < 1 || entries.length > askQuestions) return wrong(`"questions" must have 1 to ${askQuestions} members`);
  const questions: [string, Question][] = [];
  for (const [key, value] of entries) {
    const question = questionPattern.test(key) ? questionOf(value) : undefined;
    if (question === undefined) return wrong('"questions" must map keys of 1 to 64 safe characters to { method, params }');
    questions.push([key, question]);
  }
  const prefill = memberOf(frame, "prefill") ?? false;
  const beforeEffects = memberOf(frame, "beforeEffects") ?? false;
  if (typeof prefill !== "boolean" || typeof beforeEffects !== "boolean")
    return wrong('"prefill" and "beforeEffects" must be true or false');
  return { ok: true, value: { type: "ask", id, ask: mark, questions: recordOf(questions), prefill, beforeEffects } };
}

function notify(frame: JsonObject): Parsed<UpFrame> {
  const method = memberOf(frame, "method");
  const list = oneOf(method, upListNotifications);
  if (list !== undefined) return { ok: true, value: { type: "notify", method: list } };
  if (method !== "notifications/resources/updated") return wrong('"method" must be one a holder may send');
  const params = objectOf(memberOf(frame, "params"));
  const uri = params && memberOf(params, "uri");
  if (typeof uri !== "string" || uri.length === 0 || uri.length > uriChars)
    return wrong(`"params.uri" must be text of at most ${uriChars} characters`);
  return { ok: true, value: { type: "notify", method, params: { uri } } };
}

function questionOf(value: Json): Question | undefined {
  const question = objectOf(value);
  const method = question && oneOf(memberOf(question, "method"), questionMethods);
  const given = question && memberOf(question, "params");
  const params = given === undefined ? {} : objectOf(given);
  return method === undefined || params === undefined ? undefined : { method, params };
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

const askPattern = /^[A-Za-z0-9_-]{1,32}$/;
const questionPattern = /^[A-Za-z0-9_.-]{1,64}$/;
const questionMethods = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

/** Frames in one body. */
export const upFrames = 16;
/** Characters of a progress message. */
export const progressChars = 500;
/** Bytes of a log entry's data as JSON. */
export const logBytes = 64 * 1024;
/** Characters of a logger's name. */
export const loggerChars = 64;
/** Questions in one ask. */
export const askQuestions = 8;
/** Characters of a resource's URI. */
export const uriChars = 4096;
