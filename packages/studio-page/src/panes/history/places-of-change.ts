import type { Change } from "@jackfield/studio";

/** The ids of what a change wrote to: tracks, clips, notes, sections, markers. */
export function placesOfChange({ patches }: Pick<Change, "patches">): readonly string[] {
  const found = new Set<string>();
  for (const { path } of patches) {
    const ids = path.map(String).filter((step) => /^[a-z]_/u.test(step));
    // The innermost is what was changed; its clip is what can be seen on the timeline.
    for (const id of ids.slice(-2)) found.add(id);
  }
  return [...found];
}
