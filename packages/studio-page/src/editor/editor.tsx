import { useRef, useState } from "preact/hooks";
import { showTrack } from "../actions/clips.ts";
import { useDesk } from "../desk/use-desk.ts";
import type { EditorId } from "../desk/view.ts";
import { tracksInOrder } from "../song/tracks-in-order.ts";
import { Select } from "../parts/select.tsx";
import { useLater } from "../parts/use-later.ts";

const editors = [
  { id: "notes", name: "Notes", view: "NotesEditor" },
  { id: "mixer", name: "Mixer", view: "Mixer" },
  { id: "sound", name: "Sound", view: "SoundEditor" },
] as const satisfies readonly { readonly id: EditorId; readonly name: string; readonly view: string }[];

/** The lower part: notes of a clip, the mixer, or a track's sound. Its upper edge is dragged. */
export function Editor() {
  const desk = useDesk();
  const { view, song } = desk;
  const root = useRef<HTMLElement>(null);
  const open = editors.find(({ id }) => id === view.editor.value) ?? editors[0];
  const View = useLater()?.[open.view];
  const track = song.value.tracks[view.track.value ?? ""];
  return (
    <section ref={root} class="st-editor" aria-label="Editor" data-editor={open.id}>
      <Edge root={root} />
      <div class="st-editor-tabs" role="tablist" aria-label="Editors">
        {editors.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            class="st-editor-tab"
            role="tab"
            id={`editor-${id}`}
            aria-selected={open.id === id}
            aria-controls="editor-panel"
            tabIndex={open.id === id ? 0 : -1}
            title={`${name}  ${index + 1}`}
            onClick={() => void (view.editor.value = id)}
            onKeyDown={(event) => {
              const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              const next = editors[(index + by + editors.length) % editors.length];
              if (by === 0 || next === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              view.editor.value = next.id;
              document.querySelector<HTMLElement>(`#editor-${next.id}`)?.focus();
            }}
          >
            {name}
          </button>
        ))}
        {track === undefined || open.id === "mixer" ? null : (
          <Select
            class="st-editor-of"
            label="Track in hand"
            value={view.track.value ?? ""}
            options={tracksInOrder(song.value).map(({ id, track: { name } }) => ({ value: id, text: name }))}
            onChoose={(id) => showTrack(desk, id)}
          />
        )}
      </div>
      <div class="st-editor-panel" role="tabpanel" id="editor-panel" aria-labelledby={`editor-${open.id}`}>
        {View === undefined ? null : <View />}
      </div>
    </section>
  );
}

/** Pixels that the editor may be high. */
const [least, most] = [200, 700];
/** Of the page's height, in percent: as in the style. */
const initialShare = 42;

function Edge({ root }: { readonly root: { readonly current: HTMLElement | null } }) {
  const drag = useRef<{ readonly y: number; readonly height: number } | undefined>(undefined);
  const [share, say] = useState(initialShare);
  const set = (height: number): void => {
    const within = Math.min(most, innerHeight - 220, Math.max(least, height));
    root.current?.style.setProperty("--editor", `${within}px`);
    say(Math.round((within / innerHeight) * 100));
  };
  return (
    <div
      class="st-edge"
      role="separator"
      tabIndex={0}
      aria-label="Height of the editor"
      aria-orientation="horizontal"
      aria-valuenow={share}
      aria-valuetext={`${share}% of the page`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { y: event.clientY, height: root.current?.clientHeight ?? 0 };
      }}
      onPointerMove={(event) => {
        if (drag.current !== undefined) set(drag.current.height + drag.current.y - event.clientY);
      }}
      onPointerUp={() => void (drag.current = undefined)}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 24 : event.key === "ArrowDown" ? -24 : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        set((root.current?.clientHeight ?? 0) + by);
      }}
    />
  );
}
