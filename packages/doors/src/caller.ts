import { type Caller, type Json, type LogLevel, type Progress, safeText, visibleJson } from "@jackfield/contract";
import { sayQuestions } from "./say-question.ts";

/** What a caller's words are cut to before they leave: both reach surfaces that people and models trust. */
export interface SayLimits {
  readonly progressCharacters: number;
  readonly logBytes: number;
}

/** A progress report as it may leave. Text of a tool never carries control, bidi or tag characters to a client's screen. */
export function sayProgress(progress: Progress, limits: SayLimits): Progress {
  const { message } = progress;
  return message === undefined ? progress : { ...progress, message: safeText(message, limits.progressCharacters) };
}

/** What is logged as it may leave. Written as JSON with `visibleJson` it hides nothing. */
export function sayLog(data: Json, limits: SayLimits): Json {
  const bytes = Buffer.byteLength(visibleJson(JSON.stringify(data) ?? "null"));
  return bytes <= limits.logBytes ? (data ?? null) : `A log line of ${bytes} bytes was left out: at most ${limits.logBytes} are sent`;
}

/** The parts of a Caller that a transport provides. */
export interface Voice {
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger: string | undefined): void;
  ask: Caller["ask"];
}

/** A Caller from what is known of the request and how its client can be reached. */
export function callerOf(facts: Omit<Caller, "progress" | "log" | "ask">, voice: Voice, limits: SayLimits): Caller {
  return {
    ...facts,
    progress: (progress) => voice.progress(sayProgress(progress, limits)),
    log: (level, data, logger) =>
      voice.log(level, sayLog(data, limits), logger === undefined ? undefined : safeText(logger, loggerCharacters)),
    ask: async (questions, options) => voice.ask(sayQuestions(questions), options),
  };
}

const loggerCharacters = 64;
