import type { Ceilings } from "@jackfield/contract";
import { declarationBytes, instructionsChars, timeoutRange } from "./declaration.ts";
import { declarationPrompts, declarationResources, declarationTemplates, promptArguments } from "./declared-content.ts";
import { descriptionChars, schemaLevels, titleChars } from "./declared-text.ts";
import { declarationIcons, declarationTools } from "./declared-tools.ts";
import { agentChars, downDepth, noticeChars } from "./down-frames.ts";
import { greetingBytes } from "./greeting.ts";
import { holderNameChars } from "./hello.ts";
import { ownNameBytes, ownNames } from "./own-names.ts";
import { linksPerStream } from "./link-key.ts";
import { parcelBytes } from "./parcel.ts";
import { receiptChars } from "./receipt.ts";
import { resultDepth } from "./result-scan.ts";
import { sseEventBytes } from "./sse.ts";
import { askQuestions, logBytes, loggerChars, progressChars, upFrames, uriChars } from "./up-frames.ts";
import { wireErrorChars, wireErrorDataBytes } from "./wire-error.ts";

/** The limits of the link protocol's own shapes. None can be raised by option: both ends count on them. */
export const wireCeilings = {
  ownNames: fixed(
    ownNames,
    "count",
    "real messages and results have a dozen own members; a million would be a map of 100 MB",
    'the object is refused: "key_limit"',
  ),
  ownNameBytes: fixed(
    ownNameBytes,
    "bytes",
    "own names are kept and compared; real ones have under 30 bytes",
    'the object is refused: "key_limit"',
  ),
  resultDepth: fixed(
    resultDepth,
    "levels",
    "real results have fewer than ten; parsers and printers of clients recurse",
    'the call fails with result_invalid ("too_deep")',
  ),
  downFrameDepth: fixed(downDepth, "levels", "64 of a client's parameters, and the envelope", "the frame is ignored"),
  sseEventBytes: fixed(
    sseEventBytes,
    "bytes",
    "1 MB of parameters and the envelope, twice over",
    "Fault too_large; the stream is closed and opened anew",
  ),
  linksPerStream: fixed(
    linksPerStream,
    "count",
    "one person's AI clients; the secrets share one header of 8 KB",
    "the request is refused: 403",
  ),
  parcelBytes: fixed(
    parcelBytes,
    "bytes",
    "what is worth saving a request for; a larger result needs backpressure of its own, which a POST has",
    "the up stream or WebSocket is closed",
  ),
  greetingBytes: fixed(greetingBytes, "bytes", "eight secrets, an id and their names, twice over", "the WebSocket is closed"),
  receiptChars: fixed(receiptChars, "characters", "one sentence", 'the text is cut with "…"'),
  upFrames: fixed(upFrames, "count", "a batch of progress and log; more is a loop", "the request is refused: 400"),
  progressChars: fixed(progressChars, "characters", "one line of a client's display", 'the message is cut with "…"'),
  logBytes: fixed(logBytes, "bytes", "a stack trace with its context", "the request is refused: 400"),
  loggerChars: fixed(loggerChars, "characters", "a module's name", 'the name is cut with "…"'),
  askQuestions: fixed(
    askQuestions,
    "count",
    "one form has a few questions; a person is asked them all at once",
    "the request is refused: 400",
  ),
  uriChars: fixed(uriChars, "characters", "what browsers and proxies carry", "the frame or declaration is refused: 400"),
  holderNameChars: fixed(holderNameChars, "characters", "a name in a list", 'the name is cut with "…"'),
  agentChars: fixed(agentChars, "characters", "a name in a pill", 'the name is cut with "…"'),
  noticeChars: fixed(noticeChars, "characters", "one sentence and what to do", 'the notice is cut with "…"'),
  wireErrorChars: fixed(wireErrorChars, "characters", "one sentence and what to do; a stack trace is none", 'the text is cut with "…"'),
  wireErrorDataBytes: fixed(wireErrorDataBytes, "bytes", "names of capabilities, a cap that was hit", "the data is left out"),
  declarationBytes: fixed(declarationBytes, "bytes", "256 tools with a 2 KB schema each; a model reads all of it", "hello is refused: 400"),
  declarationTools: fixed(declarationTools, "count", "clients choose badly past a hundred", "hello is refused: 400"),
  declarationResources: fixed(declarationResources, "count", "longer lists belong behind a template", "hello is refused: 400"),
  declarationTemplates: fixed(declarationTemplates, "count", "as many as tools", "hello is refused: 400"),
  declarationPrompts: fixed(declarationPrompts, "count", "as many as tools", "hello is refused: 400"),
  declarationIcons: fixed(declarationIcons, "count", "two themes in four sizes", "hello is refused: 400"),
  promptArguments: fixed(promptArguments, "count", "a form that a person fills in", "hello is refused: 400"),
  titleChars: fixed(titleChars, "characters", "one line", "hello is refused: 400"),
  descriptionChars: fixed(
    descriptionChars,
    "characters",
    "one page; more belongs into a guide that the model asks for",
    "hello is refused: 400",
  ),
  instructionsChars: fixed(instructionsChars, "characters", "read by the model once a session", "hello is refused: 400"),
  schemaLevels: fixed(schemaLevels, "levels", "real schemas have under ten; validators recurse", "hello is refused: 400"),
  toolTimeoutMs: fixed(timeoutRange.most, "ms", "no one waits longer for a call without progress", "hello is refused: 400"),
} as const satisfies Ceilings;

function fixed(value: number, unit: Ceilings[string]["unit"], why: string, whenHit: string): Ceilings[string] {
  return { value, most: value, unit, why, whenHit };
}
