import type { Answer, Client, Json, LogLevel, Progress, Question, Run } from "@jackfield/contract";

/** Whoever a request is made for: what the server says meanwhile goes there. */
export interface Ear {
  readonly client: Client;
  /** The same for all requests of one client. */
  readonly mark: string;
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  ask(questions: Readonly<Record<string, Question>>): Promise<Readonly<Record<string, Answer>>>;
}

/** A running call as an ear: of its run only that is looked at which the server says something to. */
export class RunEar implements Ear {
  readonly client: Client;
  readonly mark: string;
  readonly #run: Run;

  constructor(run: Run, client: Client, mark: string) {
    this.client = client;
    this.mark = mark;
    this.#run = run;
  }

  progress(progress: Progress): void {
    this.#run.progress(progress);
  }

  log(level: LogLevel, data: Json, logger?: string): void {
    this.#run.log(level, data, logger);
  }

  ask(questions: Readonly<Record<string, Question>>): Promise<Readonly<Record<string, Answer>>> {
    return this.#run.ask(questions);
  }
}
