import { canonicalJson } from "@jackfield/contract";
import { checkDevice } from "../kernel/check-device.ts";
import type { FieldSchema } from "./fields.ts";
import { ops } from "./ops.ts";
import { isFreeText, plainName } from "./plain-name.ts";
import { free, leaf, map, may, type Member, must, object, type Shape, ShapeProblem } from "./shape.ts";

/** What a field of an op may be: what a change can make, a file may have. */
function field(op: string, name: string): Shape {
  const schema: FieldSchema | undefined = ops.get(op)?.fields.properties[name];
  if (schema === undefined) throw new Error(`There is no field ${name} of ${op}`);
  return isFreeText(schema) ? words(schema) : leaf(schema);
}

/** What a person words, read with nothing hidden in it: songs come from anywhere. Where nothing is left of it there is a word for that. */
function words(schema: FieldSchema): Shape {
  const text = leaf(schema);
  return {
    read(value, at) {
      const name = text.read(value, at) as string;
      return name === "" ? name : plainName(name) || "Unnamed";
    },
    member: () => undefined,
  };
}

/** A whole object of one op's fields. */
function fields(op: string, names: readonly string[]): Record<string, ReturnType<typeof must>> {
  return Object.fromEntries(names.map((name) => [name, must(field(op, name))]));
}

/** Copies of tracks make longer ids for their clips than ops take. */
const id = /^[a-z]_[A-Za-z0-9_-]{1,126}$/;
const sha = /^[0-9a-f]{64}$/;
const whole = (maximum: number): Shape => leaf({ type: "integer", minimum: 0, maximum });

const hash = leaf({ type: "string", minLength: 64, maxLength: 64, pattern: sha.source });

/** A graph that has been tried can be played without harm; what else stands in it is kept, as far as it can be written again. */
const device: Shape = {
  read(value, at) {
    const check = checkDevice(value);
    if (!check.ok) throw new ShapeProblem(`${at}.${check.where}`, check.why);
    try {
      canonicalJson(value);
    } catch (error) {
      throw new ShapeProblem(at, error instanceof Error ? error.message : "cannot be written");
    }
    return value;
  },
  member: () => undefined,
};

const audio = object({
  sample: must(hash),
  // Splitting goes on in frames, past where an op may begin.
  from: must(whole(Number.MAX_SAFE_INTEGER)),
  ...fields("clip.set", ["gainDb", "fadeInMs", "fadeOutMs"]),
});

const note = object({
  tick: must(whole(10_000_000)),
  ticks: must(leaf({ type: "integer", minimum: 1, maximum: 10_000_000 })),
  pitch: must(whole(127)),
  velocity: must(leaf({ type: "integer", minimum: 1, maximum: 127 })),
});

const clip = object({ ...fields("clip.add", ["name", "tick", "ticks"]), notes: must(map(id, note)), audio: may(audio) });

const strip = object({
  ...fields("strip.set", ["gainDb", "pan", "mute", "solo", "reverbDb", "echoDb"]),
  eq: must(object(fields("eq.set", ["highPassHz", "lowDb", "lowHz", "midDb", "midHz", "midQ", "highDb", "highHz"]))),
  compressor: may(object(fields("compressor.set", ["thresholdDb", "ratio", "attackMs", "releaseMs", "makeupDb"]))),
});

const track = object({
  ...fields("track.add", ["name", "hue", "order", "kind", "device"]),
  params: must(map(/^(?!__proto__$)[^]{0,64}$/, leaf({ type: "number", minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }))),
  sample: may(hash),
  strip: must(strip),
  clips: must(map(id, clip)),
  automation: must(
    map(/^(gainDb|pan|reverbDb|echoDb|device\.[a-z][a-zA-Z0-9]*)$/, map(id, object(fields("auto.set", ["tick", "value", "shape"])))),
  ),
});

const lock = object({
  by: must(leaf({ type: "string", minLength: 0, maxLength: 128 })),
  name: free(field("lock.set", "name")),
  at: must(field("lock.set", "at")),
});

export const devicesShape: Shape = map(/^[a-z][a-z0-9-]{0,31}$/, device);

const music: Readonly<Record<string, Member>> = {
  id: must(leaf({ type: "string", minLength: 1, maxLength: 128 })),
  title: must(words({ type: "string", minLength: 0, maxLength: 256 })),
  rev: must(whole(Number.MAX_SAFE_INTEGER)),
  key: may(object(fields("song.set", ["tonic", "mode"]))),
  tempo: must(map(id, object(fields("tempo.set", ["tick", "bpm"])), "p_first")),
  meter: must(map(id, object(fields("meter.set", ["tick", "num", "den"])), "m_first")),
  sections: must(map(id, object(fields("section.set", ["name", "tick", "ticks"])))),
  markers: must(map(id, object(fields("marker.set", ["name", "tick"])))),
  tracks: must(map(id, track)),
  samples: must(
    map(
      sha,
      object({
        ...fields("sample.add", ["name", "frames", "rate", "channels", "from", "by"]),
        licence: free(field("sample.add", "licence")),
      }),
    ),
  ),
  refs: must(map(id, object(fields("ref.set", ["name", "sample"])))),
  rooms: must(object(fields("master.set", ["reverbSeconds", "reverbDulls", "echoBeats", "echoFeedback"]))),
  master: must(object(fields("master.set", ["gainDb", "ceilingDb"]))),
  locks: must(map(/^(master|[a-z]_[A-Za-z0-9_-]{1,126})$/, lock)),
};

/** A song without its devices. Bounds are those of the ops: whatever they can make can be read again. */
export const musicShape: Shape = object(music);

/** A song as a log may come to it. */
export const songShape: Shape = object({ ...music, devices: must(devicesShape) });
