export { pluck } from "./devices/pluck.ts";
export { poly } from "./devices/poly.ts";
export type { DeviceGraph, Feed, ModuleSpec, ParamSpec } from "./kernel/device.ts";
export { Engine } from "./kernel/engine.ts";
export type { SampleData } from "./kernel/modules/module.ts";
export type { Plan, TrackPlan } from "./kernel/plan.ts";
export { type Loudness, LoudnessMeter } from "./meters/loudness.ts";
export { TruePeakMeter } from "./meters/true-peak.ts";
export { type RenderPiece, type RenderRange, render } from "./render.ts";
