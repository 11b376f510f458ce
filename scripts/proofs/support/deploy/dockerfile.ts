/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** One stage: from FROM to the next. */
export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly steps: readonly Instruction[];
}

/** Reads the part of the format that our Dockerfile uses: no heredocs, no ARG, no line that goes on. Throws on what it does not know. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { base: string; name: string; steps: Instruction[] }[] = [];
  for (const line of text.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("#"))) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
    if (word === "FROM") {
      const [base = "", , name = String(stages.length)] = rest.split(" ");
      stages.push({ base, name, steps: [] });
    } else if (known.has(word)) stages.at(-1)?.steps.push({ word, rest });
    else throw new Error(`The proof does not know this line of the Dockerfile: ${line}`);
  }
  return stages;
}

/** The words of an instruction in exec form. */
export function execForm(rest: string): readonly string[] {
  return JSON.parse(rest.slice(rest.indexOf("["))) as string[];
}

/** The last of an instruction in a stage. Throws where there is none. */
export function lastOf(stage: Stage, word: string): string {
  const found = stage.steps.findLast((step) => step.word === word);
  if (found === undefined) throw new Error(`The Dockerfile has no ${word}`);
  return found.rest;
}

const known = new Set(["WORKDIR", "COPY", "RUN", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"]);
