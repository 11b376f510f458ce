import { gain, mix, shaper } from "./arithmetic.ts";
import { env } from "./env.ts";
import { lfo } from "./lfo.ts";
import type { ModuleType } from "./module.ts";
import { noise } from "./noise.ts";
import { osc } from "./osc.ts";
import { sampler } from "./sampler.ts";
import { string } from "./string.ts";
import { svf } from "./svf.ts";

/** All that a device may be made of, by the name its graph uses. */
export const moduleTypes: Readonly<Record<string, ModuleType>> = { osc, noise, sampler, string, svf, env, lfo, gain, mix, shaper };
