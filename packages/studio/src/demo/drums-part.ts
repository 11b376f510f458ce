import { type Part, type PartName, bar } from "./form.ts";
import { type DemoNote, later, struck } from "./phrase.ts";

const [kick, rim, snare, clap, lowTom, midTom, highTom, hat, open, crash, ride, shaker] = [
  36, 37, 38, 39, 41, 45, 48, 42, 46, 49, 51, 70,
] as const;

/** Where the kick is in each part's bars: the bass is there too. */
export const kicks: Readonly<Record<PartName, readonly string[]>> = {
  intro: ["...."],
  verse: ["9... ..7. ..8. ....", "9... ..7. ..8. ...5"],
  lift: ["9... .... 8... ....", "9... ..6. 8... ..7."],
  chorus: ["9... ..7. 9... ..7.", "9... ..7. 9..6 ..7."],
  outro: ["9... .... .... ....", "9... .... ..6. ...."],
};

const beats: Readonly<Record<PartName, (index: number, last: boolean) => readonly DemoNote[]>> = {
  intro: (index, last) => [
    ...struck("5.3. 6.3. 5.3. 6.34", shaker),
    ...(index < 2 ? [] : struck("4.2. 5.2. 4.2. 5.23", hat)),
    ...(last ? [...struck(".... .... ..45 6789", snare, 96), ...struck(".... .... .... 8.9.", lowTom)] : []),
  ],
  verse: (index, last) => [
    ...struck("6.3. 7.4. 6.3. 7.42", hat),
    ...struck(last ? ".... 8... ...." : ".... 8..2 .1.. 8...", snare),
    ...(index % 4 === 3 && !last ? struck(".... .... .... ..6.", open) : []),
    ...(last
      ? [...struck(".... .... .... 86..", highTom), ...struck(".... .... .... ..87", midTom), ...struck(".... .... 7... ....", snare)]
      : []),
    ...(index === 0 ? struck("7...", crash, 92) : []),
  ],
  lift: (index, last) => [
    ...struck("5454 5454 5454 5454", shaker),
    ...struck("7... 7... 7... 7...", hat),
    ...struck(".... 7... .... 7...", clap),
    ...struck("..4. .... ..4. ...5", rim),
    // It grows toward the chorus: eighths, then sixteenths.
    ...(index === 2 ? struck("2.2. 3.3. 4.4. 5.5.", snare) : []),
    ...(last ? [...struck("3333 4455 5667 7899", snare), ...struck(".... .... 5.6. 7.8.", lowTom)] : []),
  ],
  chorus: (index, last) => [
    ...struck("6.4. 6.4. 6.4. 6.4.", ride, 104),
    ...struck("..7. ..7. ..7. ..7.", open, 96),
    ...struck("6... 6... 6... 6..3", hat),
    ...struck(last ? ".... 9... .... ...." : ".... 9... .2.. 9..1", snare, 124),
    ...struck(".... 7... .... 7...", clap),
    ...(index % 4 === 0 ? struck("9...", crash, 116) : []),
    ...(index === 3 ? struck(".... .... .... ..77", highTom) : []),
    ...(last
      ? [...struck(".... .... 89.. ....", highTom), ...struck(".... .... ..89 ....", midTom), ...struck(".... .... .... 8989", lowTom)]
      : []),
  ],
  outro: (index, last) =>
    last
      ? [...struck("7...", crash, 100), ...struck("8...", kick)]
      : [
          ...struck("5.2. 5.2. 5.2. 5.2.", hat, 104),
          ...struck(".... .... 6... ....", rim),
          ...(index === 0 ? struck("8...", crash, 104) : []),
          ...(index === 2 ? struck(".... .... ..5. 4.3.", midTom, 100) : []),
        ],
};

/** The drums of a part: a beat, with a fill where it ends. */
export function drumsOf({ name, chords }: Part): readonly DemoNote[] {
  const patterns = kicks[name];
  return chords.flatMap((_, index) => {
    const last = index === chords.length - 1;
    const low = name === "outro" && last ? [] : struck(patterns[index % patterns.length] ?? "", kick, 122);
    return later([...low, ...beats[name](index, last)], index);
  });
}

/** The sixteenths of a bar on which the kick is. */
export function kickSteps(name: PartName, index: number): readonly number[] {
  const patterns = kicks[name];
  return struck(patterns[index % patterns.length] ?? "", kick).map(({ tick }) => (tick * 16) / bar);
}
