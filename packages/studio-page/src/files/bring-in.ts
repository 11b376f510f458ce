import { plainName, runCommand } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";
import { fileName } from "./page-files.ts";

/** Where something was dropped. */
export interface DropPlace {
  /** Ticks. */
  readonly at?: number;
  readonly track?: string;
}

/** What each kind of file becomes, by its ending; whatever else is taken for a recording, and its bytes say what it is. */
const kinds: readonly { readonly endings: readonly string[]; readonly command: string; readonly isAtPlace: boolean }[] = [
  { endings: [".mid", ".midi"], command: "file.import_midi", isAtPlace: false },
  { endings: [".studio.zip", ".studio", ".zip"], command: "session.open", isAtPlace: false },
  { endings: [""], command: "file.import_audio", isAtPlace: true },
];

/** Puts a file of the person's among the page's files, and from there into the song. */
export async function bringIn(desk: Desk, { studio, files, jobs }: Workroom, file: File, place: DropPlace = {}): Promise<void> {
  const { command, isAtPlace } = kinds.find(({ endings }) => endings.some((ending) => file.name.toLowerCase().endsWith(ending))) ?? noKind;
  const isOpened = command === "session.open";
  await jobs.run(plainName(file.name), async (call) => {
    const path = await freeName(files, file.name);
    await files.write(path, [new Uint8Array(await file.arrayBuffer())], { replace: false, signal: call.signal });
    const song = desk.song.peek();
    const at = place.at === undefined ? {} : { at: { ticks: place.at } };
    const on = place.track === undefined ? undefined : song.tracks[place.track];
    const isSampler = isAtPlace && on?.kind === "notes" && on.device === "sampler";
    const track = on?.kind === "audio" || isSampler ? { track: place.track } : {};
    const params = isOpened ? { path, discard: true } : isSampler ? { path, ...track } : isAtPlace ? { path, ...at, ...track } : { path };
    try {
      await runCommand(studio, isSampler ? "mix.sampler_load" : command, params, { caller: desk.caller, ...call });
    } catch (error) {
      // What cannot be used is not kept either.
      await files.remove(path);
      throw error;
    }
  });
}

const noKind = { command: "file.import_audio", isAtPlace: true } as const;

/** The file's own name, with nothing hidden in it, or that with a number where it is taken. */
export async function freeName(files: Pick<Workroom["files"], "exists">, name: string): Promise<string> {
  const plain = fileName(
    plainName(name)
      .replaceAll(/[\p{Cc}\\/]/gu, "-")
      .slice(-120) || "file",
  );
  const dot = plain.lastIndexOf(".");
  const [stem, ending] = dot <= 0 ? [plain, ""] : [plain.slice(0, dot), plain.slice(dot)];
  for (let number = 1; ; number++) {
    const tried = number === 1 ? plain : `${stem} ${number}${ending}`;
    if (!(await files.exists(tried))) return tried;
  }
}
