import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { Canvas } from "../parts/canvas.tsx";
import { Sheet, scrolled, zoomAbout } from "../parts/sheet.tsx";
import { useStage } from "../parts/use-stage.ts";
import { endOf, temposOf } from "../song/positions.ts";
import { ClipList } from "./clip-list.tsx";
import { drawSong } from "./draw-song.ts";
import { type Preview, songZoom } from "./geometry.ts";
import { MarksLayer } from "./marks-layer.tsx";
import { Hint } from "./hint.tsx";
import { Playhead } from "./playhead.tsx";
import { rowsHeight, rowsOf } from "./rows.ts";
import { songGestures } from "./song-gestures.ts";
import { SongRuler } from "./song-ruler.tsx";
import { SongTools } from "./song-tools.tsx";
import { TrackHead } from "./track-head.tsx";

/** The tracks, and what stands on them over time. */
export function SongView() {
  const desk = useDesk();
  const { song, view, samples } = desk;
  const scroll = useMemo(() => scrolled(view.left, view.top), []);
  const geometry = useMemo(() => ({ scroll, scale: view.scale }), []);
  const rows = useComputed(() => rowsOf(song.value, view.lanes.value));
  const preview = useSignal<Preview | undefined>(undefined);
  const gestures = useMemo(() => songGestures(desk, rows, geometry, preview), []);
  const across = useComputed(() => Math.max(scroll.width.value, (endOf(song.value) + 16 * 1_920) * view.scale.value));
  const down = useComputed(() => Math.max(scroll.height.value, rowsHeight(rows.value) + 104));
  const stage = useRef<HTMLDivElement>(null);
  useStage(stage, gestures);
  const fitted = useRef(false);
  useEffect(
    () =>
      scroll.width.subscribe((width) => {
        // At first all of the song is seen, where that leaves anything to see.
        if (fitted.current || width === 0) return;
        fitted.current = true;
        const quarters = Math.min(64, Math.max(16, endOf(song.peek()) / 480 + 2));
        view.scale.value = Math.min(90, Math.max(12, width / quarters)) / 480;
      }),
    [],
  );

  return (
    <section class="st-song" aria-label="Song">
      <SongTools scroll={scroll} />
      <Hint />
      <Sheet
        class="st-song-sheet"
        scroll={scroll}
        across={across}
        down={down}
        onZoom={(factor, at) => zoomAbout(scroll, view.scale, factor, at, songZoom)}
        corner={
          <Button label="Add track" icon="plus" keys="T" class="st-add" onPress={() => void (view.dialog.value = "add-track")}>
            Track
          </Button>
        }
        ruler={<SongRuler scroll={scroll} />}
        heads={
          <ul class="st-heads" aria-label="Tracks">
            {rows.value.map(({ id, track, lane }) => (
              <TrackHead key={id} id={id} track={track} lane={lane} />
            ))}
          </ul>
        }
        stage={
          <div ref={stage} class="st-stage">
            <Canvas
              watch={() => {
                void [rows.value, scroll.left.value, scroll.top.value, view.scale.value, view.snap.value, view.clips.value];
                void [view.clip.value, view.track.value, view.loop.value, preview.value, desk.turn.value];
              }}
              draw={(drawing) =>
                drawSong(drawing, {
                  song: song.peek(),
                  rows: rows.peek(),
                  left: scroll.left.peek(),
                  top: scroll.top.peek(),
                  scale: view.scale.peek(),
                  snap: view.snap.peek(),
                  selected: view.clips.peek(),
                  shown: view.clip.peek(),
                  track: view.track.peek(),
                  loop: view.loop.peek(),
                  preview: preview.peek(),
                  wave: { sample: (sha) => samples.get(sha), seconds: (tick) => temposOf(song.peek()).secondsAt(tick) },
                })
              }
            />
            <MarksLayer rows={rows} scroll={scroll} />
            <Playhead scroll={scroll} scale={view.scale} follow />
            <ClipList />
          </div>
        }
      />
    </section>
  );
}
