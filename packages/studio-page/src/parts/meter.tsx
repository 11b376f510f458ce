import { useRef } from "preact/hooks";
import { useFrame } from "./on-frame.ts";
import { meterPlace } from "./scale.ts";

export interface MeterProps {
  /** The loudest sample lately, as a gain. Read once a frame. */
  readonly read: () => number;
  readonly lying?: boolean;
}

/** How much of the scale a level falls in a second. */
const fall = 0.9;
const holdMs = 1_400;

/** A level with its peak held. It is moved, never drawn again; it says nothing aloud. */
export function Meter({ read, lying = false }: MeterProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = useRef({ level: 0, peak: 0, since: 0, last: 0, over: false });
  useFrame((now) => {
    const target = root.current;
    if (target === null) return;
    const { level, peak, since, last, over } = state.current;
    const gain = read();
    const heard = meterPlace(gain);
    const elapsed = Math.min(100, now - last) / 1_000;
    const next = Math.max(heard, level - fall * elapsed, 0);
    const held =
      heard >= peak || now - since > holdMs
        ? { peak: Math.max(heard, peak - fall * elapsed, 0), since: heard >= peak ? now : since }
        : { peak, since };
    const isOver = gain > 1 || (over && held.peak > 0);
    if (next !== level) target.style.setProperty("--level", next.toFixed(4));
    if (held.peak !== peak) target.style.setProperty("--peak", held.peak.toFixed(4));
    if (isOver !== over) target.toggleAttribute("data-over", isOver);
    state.current = { level: next, ...held, last: now, over: isOver };
  });
  return (
    <div ref={root} class="st-meter" data-lying={lying ? "" : undefined} aria-hidden="true">
      <i class="st-meter-level" />
      <i class="st-meter-peak" />
    </div>
  );
}
