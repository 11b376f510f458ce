import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { clipAt } from "../actions/clips.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Canvas } from "../parts/canvas.tsx";
import { Sheet, scrolled, zoomAbout } from "../parts/sheet.tsx";
import { useStage } from "../parts/use-stage.ts";
import { noteTable } from "../song/note-table.ts";
import { drawRuler } from "../timeline/draw-ruler.ts";
import { Playhead } from "../timeline/playhead.tsx";
import { type NotesPicture, drawNotes, drawVelocities } from "./draw-notes.ts";
import { type NotesGeometry, type NotesPreview, notesZoom } from "./geometry.ts";
import { LaneHeads } from "./lane-heads.tsx";
import { type Lanes, lanesOf } from "./lanes.ts";
import { type Shown, noteGestures } from "./note-gestures.ts";
import { NoteList } from "./note-list.tsx";
import { NotesEmpty } from "./notes-empty.tsx";
import { NotesTools } from "./notes-tools.tsx";
import { velocityGestures } from "./velocity-gestures.ts";

const noLanes: Lanes = { isKit: false, list: [], at: new Map() };
/** Pixels of the ruler and of the stems below, as in the style. */
const rulerHeight = 22;
const footHeight = 58;

/** The notes of the clip in hand: a piano roll, or a kit's steps. */
export function NotesEditor() {
  const desk = useDesk();
  const { view, song, sound } = desk;
  const scroll = useMemo(() => scrolled(), []);
  const scale = useSignal(60 / 480);
  const preview = useSignal<NotesPreview | undefined>(undefined);
  const cell = useSignal({ tick: 0, pitch: 60 });
  const focused = useSignal(false);
  const typing = useSignal(false);
  const shown = useComputed<Shown | undefined>(() => {
    const ref = view.clip.value;
    const clip = ref === undefined ? undefined : clipAt(song.value, ref);
    return ref === undefined || clip === undefined || clip.audio !== undefined ? undefined : { ref, clip };
  });
  const track = useComputed(() => song.value.tracks[shown.value?.ref.track ?? ""]);
  // Which lanes there are changes with key and device, and not with each note.
  const key = useComputed(() => song.value.key);
  const device = useComputed(() => track.value?.device);
  const own = useComputed(() => song.value.devices);
  const lanes = useComputed(() => {
    void [key.value, device.value, own.value];
    const on = track.peek();
    return on === undefined ? noLanes : lanesOf(song.peek(), on);
  });
  const rowHeight = useComputed(() => {
    const coarse = matchMedia("(pointer: coarse)").matches;
    if (!lanes.value.isKit) return coarse ? 20 : 15;
    const fits = Math.floor(scroll.height.value / Math.max(1, lanes.value.list.length));
    return Math.min(36, Math.max(coarse ? 30 : 19, fits));
  });
  const geometry: NotesGeometry = useMemo(() => ({ scroll, scale, rowHeight, lanes }), []);
  const across = useComputed(() => Math.max(scroll.width.value, (shown.value?.clip.ticks ?? 0) * scale.value + 40));
  const down = useComputed(() => Math.max(scroll.height.value, lanes.value.list.length * rowHeight.value));
  const gestures = useMemo(() => noteGestures(desk, shown, geometry, preview, cell), []);
  const velocities = useMemo(() => velocityGestures(desk, shown, geometry, preview, footHeight), []);

  /** Another clip is shown from its beginning, about the pitches that it has. */
  const key2 = shown.value === undefined ? "" : `${shown.value.ref.clip} ${lanes.value.isKit}`;
  useEffect(() => {
    const now = shown.peek();
    if (now === undefined) return;
    const width = scroll.width.peek();
    const bars = barsSeen(width, lanes.peek().isKit);
    const seen = Math.min(now.clip.ticks, bars * 1_920);
    if (width > 0) scale.value = Math.min(notesZoom[1], Math.max(24 / 480, (width - 24) / seen));
    scroll.left.value = 0;
    const table = noteTable(now.clip.notes);
    const middle =
      table.ids.length === 0
        ? lanes.peek().isKit
          ? 36
          : device.peek() === "sub"
            ? 36
            : 60
        : Math.round((table.lowest + table.highest) / 2);
    const row = lanes.peek().isKit ? lanes.peek().list.length - 1 : (lanes.peek().at.get(middle) ?? lanes.peek().list.length / 2);
    scroll.top.value = Math.max(0, Math.min(down.peek() - scroll.height.peek(), row * rowHeight.peek() - scroll.height.peek() / 2));
    cell.value = { tick: 0, pitch: lanes.peek().list[Math.round(row)]?.pitch ?? 60 };
  }, [key2, scroll.width.value > 0]);

  // A kit is read from the bottom: where the view gets lower, as by a scrollbar, its last piece stays.
  useEffect(() => {
    let before = scroll.height.peek();
    return scroll.height.subscribe((height) => {
      const isAtEnd = lanes.peek().isKit && scroll.top.peek() + before >= down.peek() - 1;
      before = height;
      if (isAtEnd) scroll.top.value = Math.max(0, down.peek() - height);
    });
  }, []);

  const now = shown.value;
  const on = track.value;
  if (now === undefined || on === undefined) return <NotesEmpty />;

  function picture(): NotesPicture | undefined {
    const seen = shown.peek();
    if (seen === undefined) return undefined;
    return {
      song: song.peek(),
      clip: seen.clip,
      hue: track.peek()?.hue ?? 0,
      lanes: lanes.peek(),
      rowHeight: rowHeight.peek(),
      left: scroll.left.peek(),
      top: scroll.top.peek(),
      scale: scale.peek(),
      grid: view.grid.peek(),
      held: view.notes.peek(),
      marked: desk.marks.pulsing.peek(),
      preview: preview.peek(),
      cell: focused.peek() && view.notes.peek().size === 0 ? cell.peek() : undefined,
    };
  }
  const watch = (): void => {
    void [shown.value, track.value, lanes.value, rowHeight.value, scroll.left.value, scroll.top.value, scale.value];
    void [view.grid.value, view.notes.value, preview.value, cell.value, focused.value, song.value.meter, desk.marks.pulsing.value];
  };

  return (
    <div class="st-notes" data-kit={lanes.value.isKit}>
      <NotesTools shown={now} typing={typing} onZoom={(factor) => zoomAbout(scroll, scale, factor, scroll.width.value / 2, notesZoom)} />
      <Sheet
        class="st-notes-sheet"
        scroll={scroll}
        across={across}
        down={down}
        onZoom={(factor, at) => zoomAbout(scroll, scale, factor, at, notesZoom)}
        corner={<span class="st-notes-clip">{now.clip.name}</span>}
        ruler={
          <div
            class="st-ruler"
            onPointerDown={({ offsetX }) => {
              const tick = Math.max(0, now.clip.tick + Math.round((offsetX + scroll.left.value) / scale.value / 120) * 120);
              view.cursor.value = tick;
              if (sound.playing.value) sound.play(tick);
            }}
          >
            <Canvas
              watch={() => void [shown.value, scroll.left.value, scale.value, view.loop.value, song.value.meter]}
              draw={(drawing) =>
                drawRuler(drawing, {
                  song: song.peek(),
                  left: scroll.left.peek(),
                  scale: scale.peek(),
                  loop: view.loop.peek(),
                  barsHeight: rulerHeight,
                  origin: shown.peek()?.clip.tick ?? 0,
                })
              }
            />
          </div>
        }
        heads={<LaneHeads track={now.ref.track} geometry={geometry} />}
        stage={
          <Stage gestures={gestures}>
            <Canvas
              watch={watch}
              draw={(drawing) => {
                const seen = picture();
                if (seen !== undefined) drawNotes(drawing, seen);
              }}
            />
            <Playhead scroll={scroll} scale={scale} origin={now.clip.tick} />
            <NoteList
              shown={now}
              lanes={lanes.value}
              cell={cell}
              focused={focused}
              typing={typing}
              onShow={(tick, pitch) => {
                const x = tick * scale.value - scroll.left.value;
                if (x < 0 || x > scroll.width.value - 40) scroll.left.value = Math.max(0, tick * scale.value - scroll.width.value / 2);
                const y = (lanes.value.at.get(pitch) ?? 0) * rowHeight.value - scroll.top.value;
                if (y < 0 || y > scroll.height.value - rowHeight.value)
                  scroll.top.value = Math.max(0, (lanes.value.at.get(pitch) ?? 0) * rowHeight.value - scroll.height.value / 2);
              }}
            />
          </Stage>
        }
        footHead={<span class="st-foot-name">Velocity</span>}
        foot={
          <Stage gestures={velocities}>
            <Canvas
              watch={watch}
              draw={(drawing) => {
                const seen = picture();
                if (seen !== undefined) drawVelocities(drawing, seen);
              }}
            />
          </Stage>
        }
      />
    </div>
  );
}

function Stage({ gestures, children }: { readonly gestures: Parameters<typeof useStage>[1]; readonly children: preact.ComponentChildren }) {
  const stage = useRef<HTMLDivElement>(null);
  useStage(stage, gestures);
  return (
    <div ref={stage} class="st-stage">
      {children}
    </div>
  );
}

/** Bars that are shown at first: on a phone so few that a finger hits a step. */
function barsSeen(width: number, isKit: boolean): number {
  const most = width < 480 ? 1 : width < 800 ? 2 : 4;
  return isKit ? most / 2 : most;
}
