import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Id } from "@jackfield/studio";
import { useDesk } from "../desk/use-desk.ts";
import { Canvas, face } from "../parts/canvas.tsx";
import type { NotesGeometry } from "./geometry.ts";

/** What stands at the left of the notes: a keyboard, or the pieces of a kit by name. Pressed, they sound. */
export function LaneHeads({ track, geometry }: { readonly track: Id; readonly geometry: NotesGeometry }) {
  const { sound } = useDesk();
  const { lanes, rowHeight } = geometry;
  const heard = useRef<number | undefined>(undefined);
  const isKit = useComputed(() => lanes.value.isKit);

  const hear = (pitch: number | undefined): void => {
    if (pitch !== undefined && pitch !== heard.current) sound.press(track, pitch);
    heard.current = pitch;
  };

  if (isKit.value)
    return (
      <ul class="st-pieces" aria-label="Pieces of the kit">
        {lanes.value.list.map(({ pitch, name }) => (
          <li key={pitch}>
            <button
              type="button"
              class="st-piece"
              aria-label={`Hear ${name.toLowerCase()}`}
              style={{ height: `${rowHeight.value}px` }}
              onPointerDown={() => hear(pitch)}
              onPointerUp={() => void (heard.current = undefined)}
              onKeyDown={(event) => {
                if (event.key === "Enter") {
                  hear(pitch);
                  heard.current = undefined;
                }
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    );
  return (
    <div
      class="st-keyboard"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hear(lanes.value.list[Math.floor(event.offsetY / rowHeight.value)]?.pitch);
      }}
      onPointerMove={(event) => {
        if (heard.current !== undefined) hear(lanes.value.list[Math.floor(event.offsetY / rowHeight.value)]?.pitch);
      }}
      onPointerUp={() => void (heard.current = undefined)}
    >
      <Canvas
        watch={() => void [lanes.value, rowHeight.value]}
        draw={({ context, width, colors }) => {
          const high = rowHeight.peek();
          for (const [at, { isBlack, pitch, name, isTonic }] of lanes.peek().list.entries()) {
            const y = at * high;
            context.fillStyle = colors.dark ? "#d9d4cb" : "#fffdf9";
            context.fillRect(0, y, width, high);
            if (isBlack) {
              context.fillStyle = colors.dark ? "#151311" : "#3a352e";
              context.fillRect(0, y + 0.5, width * 0.62, high - 1);
            }
            context.fillStyle = "rgb(0 0 0 / 22%)";
            // White keys meet in the middle of the black ones, and at E and B.
            if ([0, 5].includes(pitch % 12)) context.fillRect(0, y + high - 0.5, width, 1);
            else if (isBlack) context.fillRect(width * 0.62, y + high / 2, width, 1);
            if (pitch % 12 !== 0 && !isTonic) continue;
            context.fillStyle = isBlack ? "#ffffff" : "#4d463c";
            context.font = `600 10px ${face}`;
            context.textBaseline = "middle";
            context.textAlign = isBlack ? "left" : "right";
            context.fillText(name, isBlack ? 5 : width - 5, y + high / 2 + 0.5);
          }
          context.textAlign = "left";
        }}
      />
    </div>
  );
}
