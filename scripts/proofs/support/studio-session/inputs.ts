import { encodeAudio, encodeWhole } from "@jackfield/studio";

/** The files that the session imports, by name: made of plain arithmetic, so that they are the same bytes everywhere. */
export function inputFiles(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  return new Map([
    ["in/riser.wav", encodeWhole(encodeAudio("wav", { rate: 44_100, channels: 2, sample: "s24", dither: undefined }), riser(44_100))],
    ["in/click.flac", encodeWhole(encodeAudio("flac", { rate: 48_000, channels: 1, sample: "s16", dither: undefined }), [click(48_000)])],
    ["in/melody.mid", melody()],
  ]);
}

/** Two seconds of noise that grows, by a generator of Lehmer's; the sides differ. */
function riser(rate: number): readonly Float32Array[] {
  let seed = 42;
  const frames = rate * 2;
  return [0, 1].map(() =>
    Float32Array.from({ length: frames }, (_, n) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return (seed / 1_073_741_824 - 1) * 0.4 * (n / frames) * (n / frames);
    }),
  );
}

/** A tenth of a second of a triangle that dies away. */
function click(rate: number): Float32Array {
  const frames = rate / 10;
  return Float32Array.from({ length: frames }, (_, n) => {
    const phase = (n * 660) / rate;
    const turn = phase - Math.floor(phase);
    return (4 * Math.abs(turn - 0.5) - 1) * 0.6 * (1 - n / frames);
  });
}

/** A Standard MIDI File of one track: a tempo of 100, a program, and four quarters. */
function melody(): Uint8Array<ArrayBuffer> {
  const name = ascii("Melody");
  const events = [
    [0, 0xff, 0x03, name.length, ...name],
    [0, 0xff, 0x51, 3, 0x09, 0x27, 0xc0],
    [0, 0xc0, 80],
    ...[69, 72, 76, 74].flatMap((pitch) => [
      [0, 0x90, pitch, 96],
      [...delta(460), 0x80, pitch, 0],
      [...delta(20), 0xb0, 64, 0],
    ]),
    [0, 0xff, 0x2f, 0],
  ].flat();
  return Uint8Array.from([
    ...ascii("MThd"),
    0,
    0,
    0,
    6,
    0,
    0,
    0,
    1,
    480 >> 8,
    480 & 255,
    ...ascii("MTrk"),
    0,
    0,
    events.length >> 8,
    events.length & 255,
    ...events,
  ]);
}

function delta(ticks: number): readonly number[] {
  return ticks < 128 ? [ticks] : [0x80 | (ticks >> 7), ticks & 127];
}

function ascii(text: string): readonly number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}
