import { useRef } from "preact/hooks";
import { barsBeats } from "@jackfield/studio";
import { useDesk } from "../desk/use-desk.ts";
import { NumberField } from "../parts/number-field.tsx";
import { useFrame } from "../parts/on-frame.ts";
import { clock, metersOf, temposOf } from "../song/positions.ts";

/** Where it is, in bars and in seconds, and what counts there: tempo, meter, key. */
export function Display() {
  const desk = useDesk();
  const { song, sound, view } = desk;
  const bars = useRef<HTMLSpanElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  useFrame(() => {
    const tick = sound.playing.peek() ? sound.now() : view.cursor.peek();
    const now = song.peek();
    say(bars.current, barsBeats(metersOf(now), tick).replaceAll("|", "."));
    say(time.current, clock(temposOf(now).secondsAt(tick)));
  });
  const { tempo, meter, key } = song.value;
  const bpm = tempo["p_first"]?.bpm ?? 120;
  const { num, den } = meter["m_first"] ?? { num: 4, den: 4 };
  return (
    <div class="st-display" role="group" aria-label="Position, tempo, meter and key">
      <div class="st-display-cell st-display-bars">
        <span ref={bars} class="st-digits" role="timer" aria-label="Bars and beats" />
        <small aria-hidden="true">bar</small>
      </div>
      <div class="st-display-cell st-display-time">
        <span ref={time} class="st-digits" role="timer" aria-label="Seconds" />
        <small aria-hidden="true">time</small>
      </div>
      <div class="st-display-cell">
        <NumberField
          label="Tempo, beats a minute"
          value={bpm}
          least={20}
          most={300}
          digits={1}
          onSet={(next) => desk.act(`Tempo ${next}`, [{ op: "tempo.set", id: "p_first", tick: 0, bpm: next }])}
        />
        <small aria-hidden="true">bpm</small>
      </div>
      <div class="st-display-cell st-display-meter">
        <button
          type="button"
          class="st-display-button"
          aria-label={`Meter ${num}/${den}, change`}
          onClick={() => void (view.dialog.value = "song")}
        >
          {num}/{den}
        </button>
        <small aria-hidden="true">meter</small>
      </div>
      <div class="st-display-cell st-display-key">
        <button
          type="button"
          class="st-display-button"
          aria-label={`Key ${key === undefined ? "none" : `${key.tonic} ${key.mode}`}, change`}
          onClick={() => void (view.dialog.value = "song")}
        >
          {key === undefined ? "–" : `${key.tonic}${key.mode === "minor" ? "m" : ""}`}
        </button>
        <small aria-hidden="true">key</small>
      </div>
    </div>
  );
}

function say(target: HTMLElement | null, text: string): void {
  if (target !== null && target.textContent !== text) target.textContent = text;
}
