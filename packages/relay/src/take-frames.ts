import { Fault, type Json, type JsonObject, type Question } from "@jackfield/contract";
import { type AskFrame, type UpFrame, cleanText, parseUpFrames, wireErrorOf, writeDownFrame } from "@jackfield/wire";
import type { OpenCall } from "./calls.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";

/** Takes what a holder says while it works. Frames for calls that are not open here are ignored. The Fault that refuses them all, or undefined. */
export function takeFrames(parts: Parts, link: Link, value: unknown): Fault | undefined {
  const frames = parseUpFrames(value);
  if (!frames.ok) return new Fault("invalid_request", `The frames are not valid: ${frames.problem}`, { hint: "See docs/protocol.md" });
  for (const frame of frames.value) take(parts, link, frame);
  return undefined;
}

function take(parts: Parts, link: Link, frame: UpFrame): void {
  if (frame.type === "notify") return notify(parts, link, frame);
  const call = parts.calls.find(link.token, frame.id);
  if (call === undefined) return;
  switch (frame.type) {
    case "progress":
      parts.calls.progressed(call);
      return call.reply.progress({
        progress: frame.progress,
        ...(frame.total === undefined ? {} : { total: frame.total }),
        ...(frame.message === undefined ? {} : { message: frame.message }),
      });
    case "log":
      return call.reply.log(frame.level, Buffer.from(JSON.stringify(clean(frame.data))), frame.logger);
    case "ask":
      return ask(parts, call, frame);
  }
}

function notify(parts: Parts, link: Link, frame: Extract<UpFrame, { type: "notify" }>): void {
  // A relay with a catalog of its own has told its clients that lists don't change.
  if (parts.fixed !== undefined) return;
  switch (frame.method) {
    case "notifications/tools/list_changed":
      return parts.core.publish(link.token, { kind: "tools" });
    case "notifications/prompts/list_changed":
      return parts.core.publish(link.token, { kind: "prompts" });
    case "notifications/resources/list_changed":
      return parts.core.publish(link.token, { kind: "resources" });
    case "notifications/resources/updated":
      return parts.core.publish(link.token, { kind: "updated", uri: frame.params.uri });
  }
}

/**
 * Puts the holder's questions to the client. One round at a time; the call's own time stands still meanwhile. Whether a call can do without
 * what its client cannot be asked is known to its tool alone, so the holder is told and decides.
 */
function ask(parts: Parts, call: OpenCall, frame: AskFrame): void {
  const reply = (body: { answers: Readonly<Record<string, JsonObject>> } | { error: ReturnType<typeof wireErrorOf> }): void =>
    call.holder.send(writeDownFrame({ type: "answer", link: call.link.token, id: call.key, ask: frame.ask, ...body }));
  // Sent anew, because its holder could not know that it had arrived.
  if (frame.ask === call.lastAsk) return;
  if (call.state !== "open") return reply({ error: wireErrorOf(new Fault("busy", "Another question of this call is open")) });
  const questions = Object.fromEntries(Object.entries(frame.questions).map(([key, question]) => [key, cleanQuestion(question)]));
  const full = parts.calls.asking(call);
  if (full !== undefined) {
    parts.tally.add("busy_asks");
    return reply({ error: wireErrorOf(full) });
  }
  call.lastAsk = frame.ask;
  call.reply.ask({
    questions,
    prefill: frame.prefill ?? false,
    beforeEffects: frame.beforeEffects ?? false,
    done: (answers) => {
      parts.calls.asked(call);
      reply(Fault.is(answers) ? { error: wireErrorOf(answers) } : { answers });
    },
  });
}

/** A question reaches a person under the client's name: no hidden characters in any of its text, and none of it long. */
function cleanQuestion(question: Question): Question {
  const most = question.method === "elicitation/create" ? elicitChars : Number.MAX_SAFE_INTEGER;
  return {
    method: question.method,
    params: Object.fromEntries(Object.entries(question.params).map(([key, value]) => [key, clean(value, most)])),
  };
}

/** JSON whose strings are fit for a surface. Its depth was checked before it was parsed. */
function clean(value: Json, most: number = Number.MAX_SAFE_INTEGER): Json {
  if (typeof value === "string") return cleanText(value, most, { keepLines: true });
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => clean(item, most));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, most)]));
}

/** Characters of one text in a form. */
const elicitChars = 2_000;
