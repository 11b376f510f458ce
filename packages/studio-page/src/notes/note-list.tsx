import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { addNote, changeVelocity, duplicateNotes, moveNotes, quantize, removeNotes, resizeNotes } from "../actions/notes.ts";
import { useDesk } from "../desk/use-desk.ts";
import { shortPosition } from "../song/positions.ts";
import { noteTable } from "../song/note-table.ts";
import type { Lanes } from "./lanes.ts";
import type { Shown } from "./note-gestures.ts";
import { typedPitch } from "./typed-pitch.ts";

export interface NoteListProps {
  readonly shown: Shown;
  readonly lanes: Lanes;
  readonly cell: Signal<{ readonly tick: number; readonly pitch: number }>;
  /** It has the focus: the cell is drawn. */
  readonly focused: Signal<boolean>;
  /** Letters play and write notes. */
  readonly typing: Signal<boolean>;
  readonly onShow: (tick: number, pitch: number) => void;
}

/** A clip's notes as a list: what the editor shows, for those who hear it, and for keys. */
export function NoteList({ shown, lanes, cell, focused, typing, onShow }: NoteListProps) {
  const desk = useDesk();
  const { view, song } = desk;
  const { ref, clip } = shown;
  const held = view.notes.value;
  const table = noteTable(clip.notes);
  const grid = view.grid.value > 1 ? view.grid.value : 120;
  const said = useSignal("");
  const nameOf = (pitch: number): string => lanes.list[lanes.at.get(pitch) ?? -1]?.name ?? String(pitch);
  const under = Object.entries(clip.notes).find(
    ([, { tick, pitch }]) => pitch === cell.value.pitch && tick >= cell.value.tick && tick < cell.value.tick + grid,
  )?.[0];
  const active = [...held].at(-1);

  function hear(pitch: number): void {
    desk.sound.press(ref.track, pitch);
  }

  function go(tick: number, rows: number): void {
    const row = Math.min(lanes.list.length - 1, Math.max(0, (lanes.at.get(cell.value.pitch) ?? 0) + rows));
    const pitch = lanes.list[row]?.pitch ?? cell.value.pitch;
    const next = Math.min(Math.max(0, tick), Math.max(0, clip.ticks - grid));
    cell.value = { tick: Math.floor(next / grid) * grid, pitch };
    const there = Object.values(clip.notes).some(
      (note) => note.pitch === pitch && note.tick >= cell.value.tick && note.tick < cell.value.tick + grid,
    );
    said.value = `${nameOf(pitch)}, ${shortPosition(song.value, clip.tick + cell.value.tick)}${there ? ", a note" : ""}`;
    onShow(cell.value.tick, pitch);
  }

  function write(pitch: number): void {
    addNote(desk, ref, { tick: cell.value.tick, ticks: lanes.isKit ? grid / 2 : grid, pitch, velocity: 100 });
    hear(pitch);
  }

  function step(by: 1 | -1): boolean {
    const at = table.ids.indexOf(active ?? "");
    const next = at < 0 ? (by > 0 ? 0 : table.ids.length - 1) : at + by;
    const id = table.ids[next];
    if (id === undefined) return false;
    view.notes.value = new Set([id]);
    cell.value = { tick: table.ticks[next] ?? 0, pitch: table.pitches[next] ?? 60 };
    onShow(cell.value.tick, cell.value.pitch);
    hear(cell.value.pitch);
    return true;
  }

  function keyed(event: KeyboardEvent): (() => void) | undefined {
    const mod = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (mod && letter === "a") return () => void (view.notes.value = new Set(table.ids));
    if (mod && letter === "d") return () => duplicateNotes(desk);
    if (mod || event.altKey) return undefined;
    if (typing.value && letter.length === 1) {
      const pitch = typedPitch(letter, cell.value.pitch, lanes);
      if (pitch !== undefined)
        return () => {
          cell.value = { ...cell.value, pitch };
          write(pitch);
          go(cell.value.tick + grid, 0);
        };
    }
    const many = held.size > 0;
    switch (event.key) {
      case "ArrowLeft":
      case "ArrowRight": {
        const by = event.key === "ArrowLeft" ? -grid : grid;
        if (!many) return () => go(cell.value.tick + by, 0);
        return event.shiftKey ? () => resizeNotes(desk, by) : () => moveNotes(desk, by, 0);
      }
      case "ArrowUp":
      case "ArrowDown": {
        const sign = event.key === "ArrowUp" ? 1 : -1;
        if (!many) return () => go(cell.value.tick, -sign * (event.shiftKey && !lanes.isKit ? 12 : 1));
        if (lanes.isKit) return () => moveInKit(sign);
        return () => moveNotes(desk, 0, sign * (event.shiftKey ? 12 : 1), "Transpose");
      }
      case "Tab":
        // Out at either end, as everywhere.
        return (event.shiftKey ? table.ids[0] : table.ids.at(-1)) === active || table.ids.length === 0
          ? undefined
          : () => void step(event.shiftKey ? -1 : 1);
      case "Enter":
        return () => {
          if (many) view.notes.value = new Set();
          else if (under === undefined) write(cell.value.pitch);
          else removeNotes(desk, [under]);
        };
      case "Delete":
      case "Backspace":
        return () => removeNotes(desk, many ? held : under === undefined ? [] : [under]);
      case "Escape":
        return many ? () => void (view.notes.value = new Set()) : undefined;
      case "[":
        return () => changeVelocity(desk, -8);
      case "]":
        return () => changeVelocity(desk, 8);
      case "q":
        return () => quantize(desk);
      default:
        return undefined;
    }
  }

  /** A kit's pieces lie on pitches that are not neighbours. */
  function moveInKit(sign: 1 | -1): void {
    const first = clip.notes[[...held][0] ?? ""];
    const row = lanes.at.get(first?.pitch ?? -1);
    const to = row === undefined ? undefined : lanes.list[row - sign]?.pitch;
    if (first !== undefined && to !== undefined) moveNotes(desk, 0, to - first.pitch);
  }

  const from = Math.max(0, table.ids.indexOf(active ?? "") - listed / 2);
  return (
    <div
      class="st-notes-list"
      role="listbox"
      tabIndex={0}
      aria-multiselectable="true"
      aria-label={`Notes of ${clip.name}`}
      aria-describedby="st-notes-help"
      aria-activedescendant={active === undefined ? undefined : `note-${active}`}
      onFocus={() => void (focused.value = true)}
      onBlur={() => void (focused.value = false)}
      onKeyDown={(event) => {
        const run = keyed(event);
        if (run === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        run();
      }}
    >
      <p id="st-notes-help" class="jf-aloud">
        Arrows move the cursor, Enter writes a note there or takes it away. Tab goes from note to note; arrows then move it, with Shift they
        change its length or octave.
      </p>
      <p class="jf-aloud" role="status">
        {said.value}
      </p>
      {table.ids.slice(from, from + listed).map((id, index) => {
        const at = from + index;
        return (
          <div
            key={id}
            id={`note-${id}`}
            role="option"
            aria-selected={held.has(id)}
            aria-setsize={table.ids.length}
            aria-posinset={at + 1}
            class="jf-aloud"
          >
            {`${nameOf(table.pitches[at] ?? 0)}, ${shortPosition(song.value, clip.tick + (table.ticks[at] ?? 0))}, velocity ${table.velocities[at] ?? 0}`}
          </div>
        );
      })}
    </div>
  );
}

/** Notes in the document at once; `aria-setsize` says how many there are. */
const listed = 60;
