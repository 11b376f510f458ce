import { useRef } from "preact/hooks";
import { useDesk } from "../desk/use-desk.ts";
import { Meter } from "../parts/meter.tsx";
import { useFrame } from "../parts/on-frame.ts";

/** How loud all of it is: the loudest sample, and loudness where the player says it. */
export function MasterMeter() {
  const { sound } = useDesk();
  const text = useRef<HTMLSpanElement>(null);
  useFrame(() => {
    const { lufs } = sound.levels();
    const shown = lufs === undefined || lufs < -70 ? "–" : lufs.toFixed(1).replace("-", "−");
    if (text.current !== null && text.current.textContent !== shown) text.current.textContent = shown;
  });
  return (
    <div class="st-master" role="group" aria-label="Level of the master">
      <Meter lying read={() => sound.levels().master} />
      <p class="st-lufs">
        <span ref={text} class="st-digits" aria-label="Loudness" role="timer" /> <small>LUFS</small>
      </p>
    </div>
  );
}
