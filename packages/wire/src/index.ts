export { canonicalJson } from "./canonical-json.ts";
export { wireCeilings } from "./ceilings.ts";
export { type CleanOptions, cleanText, hasHidden, safeName } from "./clean.ts";
export {
  type CatalogCheck,
  type DeclarationCheck,
  checkCatalog,
  checkDeclaration,
  declarationBytes,
  instructionsChars,
  timeoutRange,
} from "./declaration.ts";
export { type DeclarationRule, declarationRules } from "./declaration-rules.ts";
export { declarationTools, toolNamePattern } from "./declared-tools.ts";
export { withinDepth } from "./depth.ts";
export { parseDownFrame, rawParams, writeDownFrame } from "./down-frames.ts";
export type {
  Agent,
  AnswerFrame,
  AskFrame,
  CancelReason,
  Catalog,
  Declaration,
  DeclaredPrompt,
  DeclaredResource,
  DeclaredTemplate,
  DeclaredTool,
  DownFrame,
  DownNotification,
  HelloAnswer,
  HelloBody,
  HolderCode,
  NoticeCode,
  RequestFrame,
  ResultBody,
  UpFrame,
  UpListNotification,
  WireError,
} from "./frames.ts";
export { cancelReasons, downNotifications, holderCodes, linkProtocol, noticeCodes, upListNotifications } from "./frames.ts";
export { type Greeting, parseGreeting, writeGreeting } from "./greeting.ts";
export { type Hello, holderNameChars, parseHello, parseHelloAnswer } from "./hello.ts";
export {
  base64url,
  callKeyPattern,
  connectorTokenPattern,
  fromBase64url,
  holderIdPattern,
  linkSecretBytes,
  linkSecretPattern,
  linksPerStream,
  newHolderId,
  newSecret,
  originHeader,
  parseSecrets,
  secretHeader,
  tokenDigestInput,
  tokenFromDigest,
} from "./link-key.ts";
export { LineSplitter } from "./lines.ts";
export { type Parcel, ParcelReader, fitsParcel, parcelBytes, readParcel, writeParcel } from "./parcel.ts";
export { type Receipt, parseReceipt, receiptText, writeReceipt } from "./receipt.ts";
export { type RequestFrameParts, agentText, writeRequestFrame } from "./request-frame.ts";
export { type EnvelopeProblem, EnvelopeStream, type ResultEnvelope, parseResultEnvelope, peekResultEnvelope } from "./result-envelope.ts";
export {
  type ResultProblem,
  type ResultProblemName,
  ResultScan,
  type ResultScanOptions,
  type ResultShape,
  resultDepth,
  scanResult,
} from "./result-scan.ts";
export { type Member, type SpanProblem, type Spans, spansOf } from "./spans.ts";
export { SseParser, type SseEvent, sseComment, sseEvent, sseEventBytes, sseNamed } from "./sse.ts";
export { nameForms } from "./skeleton.ts";
export { leaningIn } from "./leaning.ts";
export { type SteeringPhrase, steeringIn } from "./steering.ts";
export { parseUpFrames } from "./up-frames.ts";
export { Utf8Check, type Utf8Port, isUtf8 } from "./utf8.ts";
export { faultOfWire, parseWireError, wireErrorOf } from "./wire-error.ts";
