import { builtInDevices } from "@jackfield/studio";
import { expect, test } from "vitest";
import { presetsOf } from "./presets.ts";

test("presetsOf: every param is one of its device, and within its range", () => {
  let checked = 0;
  for (const device of Object.values(builtInDevices))
    for (const { name, params } of presetsOf(device.id))
      for (const [param, value] of Object.entries(params)) {
        const spec = device.params[param];
        expect([device.id, name, param, spec !== undefined && value >= spec.min && value <= spec.max]).toEqual([
          device.id,
          name,
          param,
          true,
        ]);
        checked += 1;
      }
  expect(checked).toBeGreaterThan(50);
  expect(presetsOf("__proto__")).toEqual([]);
});
