import type { Readable, Writable } from "node:stream";
import type { Environment, Options, Settings } from "./config.ts";
import type { Screen } from "./screen.ts";
import type { Voice } from "./voice.ts";

/** The process's own streams, for a command that serves on them or asks at them. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly error: Writable;
  /** A person is there to be asked. */
  readonly isTerminal: boolean;
}

/** What a command is handed besides its settings. */
export interface World {
  readonly voice: Voice;
  /** Aborts at the first Ctrl-C or SIGTERM: finish and return. A second Ctrl-C ends the process without asking. */
  readonly stop: AbortSignal;
  /** Paths on the command line are relative to this folder. */
  readonly folder: string;
  /** What stood after `--`, for a command that has `rest`. */
  readonly rest: readonly string[];
  readonly screen: Screen;
  readonly streams: Streams;
  /** Of this program. */
  readonly version: string;
  /** For variables that the command line names: settings of our own come as settings. */
  readonly environment: Environment;
}

/** One command as data: help, parsing and dispatch all read it. */
export interface Command<O extends Options = Options> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does, in a few sentences, for its own help. */
  readonly about: string;
  /** Words after the command's name. */
  readonly words: readonly { readonly name: string; readonly about: string; readonly needed: boolean }[];
  /** What may stand after `--`. */
  readonly rest?: { readonly name: string; readonly about: string };
  readonly options: O;
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** What comes after the options in help: facts that need room. */
  readonly notes?: string;
  /** Runs to its end; returns the exit code. Throws Fault for what went wrong. */
  run(settings: Settings<O>, words: readonly string[], world: World): Promise<number>;
}

/** A command with its option types kept while it is written, and let go for the table of all commands. */
export function command<O extends Options>(definition: Command<O>): Command {
  return { ...definition, run: (settings, words, world) => definition.run(settings as Settings<O>, words, world) };
}
