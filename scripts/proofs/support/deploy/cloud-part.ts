import { cloudChecks } from "../../../../test/deploy/cloud-checks.ts";
import { clouds } from "../../../../test/deploy/cloud-table.ts";
import type { Part } from "./part.ts";

/** The cloud scripts against stand-ins that write down every call. */
export const proveCloud: Part = async () => {
  const all = await Promise.all(
    clouds.map(async (cloud) => (await cloudChecks(cloud)).map((check) => ({ ...check, name: `${cloud.script}: ${check.name}` }))),
  );
  return {
    checks: all.flat(),
    figure: `${clouds.length} scripts make just the calls they say`,
    notShown: ["that the providers take these calls: none of them is called"],
  };
};
