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

/** What is known of a request's caller before anything is said to it. */
export type CallerFacts = Omit<Caller, "progress" | "log" | "ask">;

/** A Caller from what is known of the request and how its client can be reached. */
export class DoorCaller implements Caller {
  readonly key: string;
  readonly principal: Caller["principal"];
  readonly client: Caller["client"];
  readonly door: string;
  readonly scope: string;
  readonly mark: string;
  readonly ending: Caller["ending"];
  readonly #voice: Voice;
  readonly #limits: SayLimits;

  constructor(facts: CallerFacts, voice: Voice, limits: SayLimits) {
    this.key = facts.key;
    this.principal = facts.principal;
    this.client = facts.client;
    this.door = facts.door;
    this.scope = facts.scope;
    this.mark = facts.mark;
    this.ending = facts.ending;
    this.#voice = voice;
    this.#limits = limits;
  }

  progress(progress: Progress): void {
    this.#voice.progress(sayProgress(progress, this.#limits));
  }

  log(level: LogLevel, data: Json, logger?: string): void {
    this.#voice.log(level, sayLog(data, this.#limits), logger === undefined ? undefined : safeText(logger, loggerCharacters));
  }

  async ask(...[questions, options]: Parameters<Caller["ask"]>): ReturnType<Caller["ask"]> {
    return this.#voice.ask(sayQuestions(questions), options);
  }
}

const loggerCharacters = 64;
