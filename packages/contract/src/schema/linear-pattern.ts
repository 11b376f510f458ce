import { RE2JS } from "re2js";
import { Fault } from "../fault.ts";
import { schemaCeilings } from "./ceilings.ts";
import { take } from "./steps.ts";

export interface Pattern {
  test(text: string): boolean;
  /** States of the program it became. */
  readonly states: number;
}

/**
 * A regular expression that takes time linear in the text (RE2's syntax: no lookaround, no backreferences), each match counted in steps. With the
 * engine's own RegExp, `^(a+)+$` and 40 letters stop the process for hours. Throws Fault `config` for what is too long or not in the syntax.
 */
export function linearPattern(source: string): Pattern {
  const longest = schemaCeilings.patternCharacters.value;
  if (source.length > longest) throw refusal(`of ${source.length} characters: at most ${longest} are allowed`);
  const repeats = source.match(/\{\d/g)?.length ?? 0;
  const most = schemaCeilings.patternRepeats.value;
  if (repeats > most) throw refusal(`with ${repeats} counted repeats: at most ${most} are allowed`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (cause) {
    throw refusal("that linear-time matching does not know (lookaround, backreference, or an error in it)", cause);
  }
  const states = compiled.programSize();
  return {
    states,
    test(text) {
      take(1 + (text.length * states) / stateCharactersPerStep);
      return compiled.test(text);
    },
  };
}

function refusal(what: string, cause?: unknown): Fault {
  return new Fault("config", `Cannot use a pattern ${what}`, {
    hint: "Write the pattern more simply, or check the value inside the tool",
    ...(cause instanceof Error ? { internal: cause.message, cause } : {}),
  });
}

/** The slowest match seen took 20 ns for each state and character; a step stands for a microsecond. */
const stateCharactersPerStep = 40;
