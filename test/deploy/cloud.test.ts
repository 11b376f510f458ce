import { expect, test } from "vitest";
import { cloudChecks } from "./cloud-checks.ts";
import { clouds } from "./cloud-table.ts";

test.each(clouds.map((cloud) => [cloud.script, cloud] as const))(
  "%s: makes what is missing and no more, calls nothing in a dry run, stops where a call fails, refuses what it cannot use",
  async (_script, cloud) => {
    const checks = await cloudChecks(cloud);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(checks.length).toBe(19);
  },
);
