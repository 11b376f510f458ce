import { useDesk } from "../desk/use-desk.ts";

/** The lower part: notes of a clip, the mixer, or a track's sound. */
export function Editor() {
  const { view } = useDesk();
  return <section class="st-editor" aria-label="Editor" data-editor={view.editor.value} />;
}
