import { type RanTest, runTests, type TestsAsked } from "../run-tests.ts";
import type { CaseRow } from "./case-row.ts";

/** Runs tests whose names begin with a case's id (`A05: …`) and returns a row for each. The rest of the name stays in it. */
export async function suiteCases(asked: TestsAsked): Promise<readonly CaseRow[]> {
  return (await runTests(asked)).flatMap(rowOf);
}

function rowOf({ around, title, problem }: RanTest): readonly CaseRow[] {
  const found = /^(A\d\d): (.*)$/.exec(title);
  if (found === null) return [];
  return [{ id: found[1] ?? "", target: (around[0] ?? "").replace(/^cases A: /, ""), what: found[2] ?? "", problem }];
}
