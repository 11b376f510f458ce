import { checks, groups } from "@jackfield/doctor";
import { suggest } from "../suggest.ts";
import { UsageError } from "../usage-error.ts";

/** The names of `--only` and `--skip`, groups written out. Throws UsageError for one that is neither. */
export function chosenChecks(
  only: readonly string[],
  skip: readonly string[],
): { readonly only: readonly string[]; readonly skip: readonly string[] } {
  return {
    only: only.length === 0 ? checks.map((check) => check.name) : only.flatMap((name) => namesOf("--only", name)),
    skip: skip.flatMap((name) => namesOf("--skip", name)),
  };
}

function namesOf(flag: string, asked: string): readonly string[] {
  const named = checks.filter((check) => check.name === asked || check.group === asked);
  if (named.length > 0) return named.map((check) => check.name);
  const near = suggest(asked, [...checks.map((check) => check.name), ...groups]);
  throw new UsageError(
    `Cannot use ${flag} ${JSON.stringify(asked)}: there is no such check`,
    near === undefined ? "Run jackfield doctor --list" : `Did you mean ${near}? jackfield doctor --list names all`,
  );
}
