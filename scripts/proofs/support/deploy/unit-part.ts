import { same, within } from "../../../../test/deploy/check.ts";
import { judgeUnit } from "../../../../test/deploy/unit-file.ts";
import type { Part } from "./part.ts";

/** What systemd itself says of the unit. */
export const proveUnit: Part = async () => {
  const { version, verified, exposure, withBackOff } = await judgeUnit();
  return {
    checks: [
      same(`systemd-analyze verify of systemd ${version} has nothing to say`, [verified.code, verified.output.trim()], [0, ""]),
      { ...within("exposure", exposure, 0, 2), saw: `${exposure}, wanted at most 2.0` },
    ],
    figure: `exposure ${exposure} of 10`,
    notShown: withBackOff ? [] : [`back-off.conf: it is for systemd 254 and later, this is ${version}`],
  };
};
