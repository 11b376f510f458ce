import { addClip, duplicateClips, moveClips, removeClips, resizeClips, selectedClips, splitClips, stepClips } from "../actions/clips.ts";
import { clipMenu } from "../actions/menus.ts";
import { useDesk } from "../desk/use-desk.ts";
import { clipKey } from "../desk/view.ts";
import { barAround, metersOf, shortPosition } from "../song/positions.ts";
import { snapStep } from "../song/snap.ts";
import { tracksInOrder } from "../song/tracks-in-order.ts";

/** The clips as a list: what the timeline shows, for those who hear it, and for keys. */
export function ClipList() {
  const desk = useDesk();
  const { song, view } = desk;
  const rows = tracksInOrder(song.value);
  const held = view.clips.value;
  const active = [...held].at(-1);
  const options = rows.flatMap(({ id, track }) =>
    Object.entries(track.clips)
      .toSorted(([, a], [, b]) => a.tick - b.tick)
      .map(([clip, it]) => ({ key: clipKey({ track: id, clip }), on: track.name, it })),
  );

  function keyed(event: KeyboardEvent): (() => void) | undefined {
    const clips = selectedClips(desk);
    const first = clips[0];
    const step = snapStep(song.value, first?.it.tick ?? view.cursor.value, view.snap.value);
    const ids = rows.map(({ id }) => id);
    const on = (by: number) => (track: string) => ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(track) + by))] ?? track;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === "a") return () => void (view.clips.value = new Set(options.map(({ key }) => key)));
    if (mod && event.key.toLowerCase() === "d") return () => duplicateClips(desk);
    if (mod) return undefined;
    if (event.altKey) {
      const sign = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (sign !== 0) return () => (event.shiftKey ? resizeClips(desk, clips, sign * step) : moveClips(desk, clips, sign * step, on(0)));
      const rowsBy = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      return rowsBy === 0 ? undefined : () => moveClips(desk, clips, 0, on(rowsBy));
    }
    switch (event.key) {
      case "ArrowLeft":
        return () => stepClips(desk, ids, -1, 0);
      case "ArrowRight":
        return () => stepClips(desk, ids, 1, 0);
      case "ArrowUp":
        return () => stepClips(desk, ids, 0, -1);
      case "ArrowDown":
        return () => stepClips(desk, ids, 0, 1);
      case "Delete":
      case "Backspace":
        return () => removeClips(desk);
      case "s":
        return () => splitClips(desk);
      case "n":
        return () => void addClip(desk, view.track.value ?? "", view.cursor.value);
      case ",":
      case ".": {
        const { from, to } = barAround(song.value, view.cursor.value);
        return () =>
          void (view.cursor.value = event.key === "." ? to : Math.max(0, from === view.cursor.value ? from - (to - from) : from));
      }
      case "F2":
        return first === undefined ? undefined : () => void (view.dialog.value = "rename-clip");
      case "Escape":
        return held.size === 0 ? undefined : () => void (view.clips.value = new Set());
      case "ContextMenu":
        return () => void (view.menu.value = { label: "Clip", x: innerWidth / 3, y: innerHeight / 4, items: clipMenu(desk) });
      case "Enter":
        return () => {
          view.editor.value = "notes";
          if (innerWidth < 720) view.place.value = "notes";
          requestAnimationFrame(() => document.querySelector<HTMLElement>(".st-notes-list")?.focus());
        };
      default:
        return undefined;
    }
  }

  return (
    <div
      class="st-clip-list"
      role="listbox"
      tabIndex={0}
      aria-multiselectable="true"
      aria-label="Clips of the song"
      aria-describedby="st-clips-help"
      aria-activedescendant={active === undefined ? undefined : optionId(active)}
      onKeyDown={(event) => {
        const run = keyed(event);
        if (run === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        run();
      }}
    >
      <p id="st-clips-help" class="jf-aloud">
        Arrows choose a clip. Alt and arrows move it, with Shift its end. Enter opens its notes, N makes a new one at the cursor.
      </p>
      {options.slice(0, mostListed).map(({ key, on, it }) => (
        <div key={key} id={optionId(key)} role="option" aria-selected={held.has(key)} class="jf-aloud">
          {`${it.name} on ${on}, from ${shortPosition(song.value, it.tick)}, ${lengthWords(metersOf(song.value).positionAt(it.tick + it.ticks).bar - metersOf(song.value).positionAt(it.tick).bar)}${it.audio === undefined ? `, ${Object.keys(it.notes).length} notes` : ", a recording"}`}
        </div>
      ))}
    </div>
  );
}

/** A song with more is heard clip by clip all the same: the one in hand is always listed by its place. */
const mostListed = 500;

function optionId(key: string): string {
  return `clip-${key.replace("/", "-")}`;
}

function lengthWords(bars: number): string {
  return bars === 1 ? "1 bar" : bars === 0 ? "less than a bar" : `${bars} bars`;
}
