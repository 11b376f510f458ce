import { PassThrough } from "node:stream";
import { Fault } from "@jackfield/contract";
import { type Asked, readArguments } from "./arguments.ts";
import type { Command, Streams } from "./command.ts";
import { type Environment, type Options, type Settings, settle, strayVariables } from "./config.ts";
import { explain, overview } from "./help.ts";
import { noScreen, type Screen } from "./screen.ts";
import { UsageError } from "./usage-error.ts";
import { createVoice, type Outputs, type Voice } from "./voice.ts";

/** The process around a run: main.ts fills it in. */
export interface Process extends Outputs {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly folder: string;
  readonly stop: AbortSignal;
  readonly version: string;
  /** What a person types to run a command. Default: `jackfield`. */
  readonly program?: string;
  /** Default: streams that lead nowhere. */
  readonly streams?: Streams;
  /** Default: none, where a program reads what is said. */
  readonly screen?: Screen;
}

/**
 * Runs one command line. Returns the exit code: 0 done, 1 it went wrong, 2 the command line or a setting is not understood. Whatever went
 * wrong has been said, with the next step.
 */
export async function run(commands: readonly Command[], process: Process): Promise<number> {
  let asked: Asked;
  const wantsJson = process.args.includes("--json");
  try {
    asked = readArguments(process.args, commands);
  } catch (error) {
    return failed(error, createVoice(wantsJson, process, process.program));
  }
  const voice = createVoice(asked.json, process, process.program);
  if (asked.version) {
    voice.say({ event: "version", version: process.version }, `jackfield ${process.version}`);
    return 0;
  }
  if (asked.command === undefined || asked.help) {
    const text =
      asked.command === undefined
        ? overview(commands, process.version, process.program)
        : explain(asked.command, asked.topic, process.program);
    voice.say({ event: "help", text }, text.trimEnd());
    return asked.command === undefined && !asked.help ? 2 : 0;
  }
  for (const line of strayVariables(
    process.environment,
    commands.map((command) => command.options),
  ))
    voice.warn({ event: "setting_unknown" }, line);
  return start(asked.command, asked, process, voice);
}

async function start(command: Command, asked: Asked, process: Process, voice: Voice): Promise<number> {
  let settings: Settings<Options>;
  try {
    settings = settle(command.options, process.environment, asked.given);
  } catch (error) {
    failed(error, voice);
    return 2;
  }
  try {
    return await command.run(settings, asked.words, {
      voice,
      version: process.version,
      stop: process.stop,
      folder: process.folder,
      rest: asked.rest,
      screen: asked.json ? noScreen : (process.screen ?? noScreen),
      environment: process.environment,
      streams: process.streams ?? nowhere(),
    });
  } catch (error) {
    return failed(error, voice);
  }
}

function nowhere(): Streams {
  return { input: new PassThrough().end(), output: new PassThrough().resume(), error: new PassThrough().resume(), isTerminal: false };
}

function failed(error: unknown, voice: Voice): number {
  if (error instanceof UsageError) {
    voice.fail(error.fault);
    return 2;
  }
  const fault = Fault.from(error);
  voice.fail(fault);
  // A bug: its text is for whoever fixes it, and holds nothing a client sent.
  if (fault.code === "internal") voice.warn({ event: "bug" }, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
