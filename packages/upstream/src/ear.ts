import type { Answer, Client, Json, LogLevel, Progress, Question } from "@jackfield/contract";

/** Whoever a request is made for: what the server says meanwhile goes there. A running call is one. */
export interface Ear {
  readonly client: Client;
  /** The same for all requests of one client. */
  readonly mark: string;
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  ask(questions: Readonly<Record<string, Question>>): Promise<Readonly<Record<string, Answer>>>;
}
