import type { Toolset } from "@jackfield/contract";
import { checkDeclaration, cleanText } from "@jackfield/wire";
import type { ServerFacts } from "./era.ts";

/** How it introduces itself. What would steer the model or hides something is left out. */
export function introduction({
  name,
  title = name,
  version,
  instructions,
}: ServerFacts): Pick<Toolset, "name" | "title" | "version" | "instructions"> {
  const said = instructions === undefined ? undefined : cleanText(instructions, instructionChars, { keepLines: true });
  const tries = [
    { info: { name, title, version }, instructions: said },
    { info: { name, title, version } },
    { info: { name: "server", title: "Server", version: "0" }, instructions: said },
  ];
  const { info, instructions: kept } = tries.find((each) => checkDeclaration(each, 0).ok) ?? {
    info: { name: "server", title: "Server", version: "0" },
  };
  return { ...info, ...(kept === undefined ? {} : { instructions: kept }) };
}

const instructionChars = 8_000;
