import { useMemo, useRef } from "preact/hooks";
import type { Desk } from "../desk/desk.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Canvas } from "../parts/canvas.tsx";
import type { Scrolled } from "../parts/sheet.tsx";
import { type StageGestures, useStage } from "../parts/use-stage.ts";
import { newId } from "../song/new-id.ts";
import { barAround } from "../song/positions.ts";
import { snapTick } from "../song/snap.ts";
import { drawRuler } from "./draw-ruler.ts";

/** Pixels of the strip of bars. */
const barsHeight = 26;

/** Bars, loop, sections and markers above the tracks: press to put the cursor, drag to loop, double press below to name a section. */
export function SongRuler({ scroll }: { readonly scroll: Scrolled }) {
  const desk = useDesk();
  const { view, song } = desk;
  const stage = useRef<HTMLDivElement>(null);
  useStage(
    stage,
    useMemo(() => rulerGestures(desk, scroll), []),
  );
  return (
    <div ref={stage} class="st-ruler">
      <Canvas
        watch={() => void [song.value, scroll.left.value, view.scale.value, view.loop.value]}
        draw={(drawing) =>
          drawRuler(drawing, {
            song: song.peek(),
            left: scroll.left.peek(),
            scale: view.scale.peek(),
            loop: view.loop.peek(),
            barsHeight,
            origin: 0,
          })
        }
      />
    </div>
  );
}

function rulerGestures(desk: Desk, scroll: Scrolled): StageGestures {
  const { view, song, sound } = desk;
  const tick = (x: number): number => Math.max(0, (x + scroll.left.peek()) / view.scale.peek());
  let from: number | undefined;
  let looped = false;
  return {
    down(_event, x) {
      from = x;
      looped = false;
    },
    move(_event, x) {
      if (from === undefined || (!looped && Math.abs(x - from) < 6)) return;
      looped = true;
      const [one, other] = [snapTick(song.peek(), tick(from), view.snap.peek()), snapTick(song.peek(), tick(x), view.snap.peek())];
      if (one !== other) view.loop.value = { on: true, from: Math.min(one, other), to: Math.max(one, other) };
    },
    up(_event, x, y) {
      from = undefined;
      if (looped) return;
      const section =
        y > barsHeight
          ? Object.values(song.peek().sections).find((each) => tick(x) >= each.tick && tick(x) < each.tick + each.ticks)
          : undefined;
      const place = section?.tick ?? snapTick(song.peek(), tick(x), view.snap.peek() === 0 ? 480 : view.snap.peek());
      view.cursor.value = place;
      if (sound.playing.peek()) sound.play(place);
    },
    cancel() {
      from = undefined;
    },
    double(x, y) {
      const { from: begins, to } = barAround(song.peek(), tick(x));
      if (y <= barsHeight) return;
      const here = Object.entries(song.peek().sections).find(([, each]) => tick(x) >= each.tick && tick(x) < each.tick + each.ticks);
      view.dialog.value =
        here === undefined ? `section ${newId("s")} ${begins} ${(to - begins) * 4}` : `section ${here[0]} ${here[1].tick} ${here[1].ticks}`;
    },
    cursor: (_x, y) => (y < 9 ? "ew-resize" : "default"),
    claims: () => true,
  };
}
