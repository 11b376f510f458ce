import { builtInDevices } from "../devices/built-in.ts";
import { checkDevice } from "../kernel/check-device.ts";
import type { DeviceGraph } from "../kernel/device.ts";
import { Refusal } from "../open-song/refusal.ts";
import { makeChange } from "./make-change.ts";
import { studioTool } from "./studio-tool.ts";
import { tryDevice } from "./try-device.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Characters of a device's JSON: a kit of 32 pieces has about half as many. */
const mostCharacters = toolCeilings.deviceCharacters.value;

export const defineDevice = studioTool<{ device: object; replace?: boolean }>({
  name: "define_device",
  title: "Define device",
  description:
    "Adds a device of the song's own from a graph of modules, in the form that get_device returns. It is checked and test-rendered first: what cannot be played, makes no numbers, stands off zero, is above +6 dBTP, or is silent is refused with the reason. A device that the song has already is refused without replace. Returns what the test render measured, and which tracks play it.",
  effect: "destructive-write",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    device: {
      type: "object",
      properties: {},
      required: [],
      additionalProperties: true,
      description: "{ id, name, blurb, voices, params, sound }",
    },
    replace: { type: "boolean", description: "Over the song's device of the same id. Default false" },
  },
  required: ["device"],
  async run(studio, { device: asked, replace = false }, call) {
    const { open } = studio;
    const { author } = call.caller;
    open.demand(call.caller, author.kind === "agent" && open.agents === "propose" ? "propose" : "apply");
    const device = checkedDevice(asked);
    if (Object.hasOwn(builtInDevices, device.id))
      throw new Refusal("invalid_op", "Every song has a device of that id", "Give it another id");
    const isThere = Object.hasOwn(open.song.devices, device.id);
    if (isThere && !replace) throw new Refusal("invalid_op", "The song has a device of that id", "Give it another id, or replace: true");
    const tried = await tryDevice(studio.ports.renderer, device, call.signal);
    const label = `${isThere ? "Replace" : "Define"} ${device.name}`.slice(0, 64);
    const change = makeChange(studio, call, [{ op: "device.define", device, replace }], { label, tool: "define_device" });
    const usedBy = Object.entries(open.song.tracks).filter(([, track]) => track.device === device.id);
    return { device: device.id, ...change, tried, used_by: usedBy.map(([id]) => id) };
  },
});

function checkedDevice(asked: object): DeviceGraph {
  if (JSON.stringify(asked).length > mostCharacters)
    throw new Refusal("invalid_op", `A device has at most ${mostCharacters} characters`, "Use fewer modules");
  const check = checkDevice(asked);
  if (!check.ok) throw new Refusal("invalid_op", `${check.where} ${check.why}`, 'get_guide "devices" has the modules and their inputs');
  return check.device;
}
