import type { Clip, Id, Note } from "./song/song.ts";

/** What was copied: clips, each as far from the first as it was, or notes, as far from the first of them. */
export type Clipboard =
  | { readonly is: "clips"; readonly clips: readonly { readonly track: Id; readonly after: number; readonly clip: Clip }[] }
  | { readonly is: "notes"; readonly notes: readonly Note[] };
