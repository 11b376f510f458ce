import { builtInDevices } from "../../devices/built-in.ts";
import { deviceModules, deviceVoices } from "../../kernel/device.ts";
import { moduleTypes } from "../../kernel/modules/module-types.ts";

/** What a device is, its modules with their inputs, and one that works: from the tables the kernel plays by. */
export function devicesGuide(): string {
  const modules = Object.entries(moduleTypes).map(([name, { blurb, inputs, options }]) => {
    const ins = Object.entries(inputs).map(([input, rest]) => `${input} = ${rest}`);
    const chosen = Object.entries(options).map(([option, choices]) => `${option}: ${choices.join("|") || "a recording"}`);
    return `- ${name}: ${blurb} in: ${ins.join(", ") || "nothing"}${chosen.length > 0 ? `; options: ${chosen.join(", ")}` : ""}`;
  });
  return [
    "# Devices",
    `A device is data: { id, name, blurb, voices (1 to ${deviceVoices}), params, sound }. sound is { graph, out, ends }, or a kit: one such with a name for each pitch. graph holds up to ${deviceModules} modules by name; each is fed only by such as stand before it.`,
    'A feed is a number, "note.hertz", "note.pitch", "note.velocity" (0 to 1), "param.NAME", the name of a module, or { "from", "times", "plus" }. out is the module that is heard, ends the env that ends the note. A param is { label, unit, min, max, default }, its unit hertz, seconds, decibels, semitones, share or count.',
    "",
    ...modules,
    "",
    `One that works: ${JSON.stringify(builtInDevices["pluck"])}`,
    "Another is whatever get_device returns.",
  ].join("\n");
}
