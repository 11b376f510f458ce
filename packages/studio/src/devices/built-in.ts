import type { DeviceGraph } from "../kernel/device.ts";
import { drums } from "./drums.ts";
import { keys } from "./keys.ts";
import { noise } from "./noise.ts";
import { pad } from "./pad.ts";
import { pluck } from "./pluck.ts";
import { poly } from "./poly.ts";
import { sampler } from "./sampler.ts";
import { sub } from "./sub.ts";

/** The devices that every song has. */
export const builtInDevices: Readonly<Record<string, DeviceGraph>> = { sub, poly, keys, pluck, drums, sampler, noise, pad };
