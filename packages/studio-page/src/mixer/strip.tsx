import type { Id, SongTrack } from "@jackfield/studio";
import { showSound } from "../actions/menus.ts";
import { useDesk } from "../desk/use-desk.ts";
import { colors, trackColors } from "../parts/colors.ts";
import { Fader } from "../parts/fader.tsx";
import { Knob } from "../parts/knob.tsx";
import { Meter } from "../parts/meter.tsx";
import { faderDecibels, faderPlace } from "../parts/scale.ts";
import { decibels, panned } from "../parts/units.ts";
import { Toggle } from "../timeline/track-head.tsx";
import { eqPath, isFlat } from "./eq-curve.ts";

/** A track in the mixer: equalizer and compressor at a glance, sends, pan, fader and meter. */
export function Strip({ id, track }: { readonly id: Id; readonly track: SongTrack }) {
  const desk = useDesk();
  const { view, sound } = desk;
  const { strip, name } = track;
  const { compressor } = strip;
  const set = (label: string, fields: Record<string, unknown>) =>
    desk.act(`${label} of ${name}`, [{ op: "strip.set", track: id, ...fields }]);
  return (
    <li
      class="st-strip"
      data-chosen={view.track.value === id}
      style={{ "--tone": trackColors(track.hue, colors.value.dark).strong }}
      onPointerDown={() => void (view.track.value = id)}
    >
      <button
        type="button"
        class="st-strip-eq"
        aria-label={`Equalizer of ${name}${isFlat(strip.eq) ? ", flat" : ""}`}
        onClick={() => showSound(desk, id)}
      >
        <svg viewBox="0 0 84 34" preserveAspectRatio="none" aria-hidden="true">
          <path class="st-eq-zero" d="M0 17H84" />
          <path class="st-eq-curve" data-flat={isFlat(strip.eq)} d={eqPath(strip.eq, 84, 34, 18)} />
        </svg>
      </button>
      <button
        type="button"
        class="st-strip-comp"
        aria-pressed={compressor !== undefined}
        aria-label={`Compressor of ${name}`}
        title={compressor === undefined ? "Compressor: off" : `Compressor: ${compressor.ratio}:1 above ${decibels(compressor.thresholdDb)}`}
        onClick={() =>
          desk.act(`Compressor of ${name} ${compressor === undefined ? "on" : "off"}`, [
            { op: "compressor.set", track: id, on: compressor === undefined },
          ])
        }
      >
        Comp
        <span aria-hidden="true">{compressor === undefined ? "off" : `${compressor.ratio}:1`}</span>
      </button>
      <div class="st-strip-sends">
        <Send name="Room" of={name} value={strip.reverbDb} onSet={(reverbDb) => set("Room send", { reverbDb })} />
        <Send name="Echo" of={name} value={strip.echoDb} onSet={(echoDb) => set("Echo send", { echoDb })} />
      </div>
      <Knob
        name="Pan"
        of={name}
        value={strip.pan}
        least={-1}
        most={1}
        home={0}
        show={panned}
        onTurn={(pan) => set("Pan", { pan: Math.round(pan * 100) / 100 })}
      />
      <div class="st-strip-fader">
        <Fader label={`Fader of ${name}`} value={strip.gainDb} onMove={(gainDb) => set("Level", { gainDb })} />
        <Scale />
        <Meter read={() => sound.levels().tracks.get(id) ?? 0} />
      </div>
      <output class="st-strip-level">{decibels(strip.gainDb)}</output>
      <div class="st-strip-toggles">
        <Toggle what="mute" id={id} track={track} />
        <Toggle what="solo" id={id} track={track} />
      </div>
      <p class="st-strip-name" title={name}>
        {name}
      </p>
    </li>
  );
}

/** A send: silence at the left end, and the fader's law from there. */
function Send({
  name,
  of,
  value,
  onSet,
}: {
  readonly name: string;
  readonly of: string;
  readonly value: number;
  readonly onSet: (value: number) => void;
}) {
  return (
    <Knob
      name={name}
      of={`${of} send to the`}
      value={faderPlace(Math.min(0, value)) / top}
      least={0}
      most={1}
      home={0}
      show={(place) => decibels(faderDecibels(place * top))}
      onTurn={(place) => onSet(Math.min(0, faderDecibels(place * top)))}
    />
  );
}

const top = faderPlace(0);
const marks = [12, 6, 0, -6, -12, -24, -48];

/** Decibels beside the meter, where fader and meter have them. */
export function Scale() {
  return (
    <div class="st-scale" aria-hidden="true">
      {marks.map((mark) => (
        <i key={mark} style={{ "--at": faderPlace(mark).toFixed(4) }}>
          {mark < 0 ? `−${-mark}` : mark}
        </i>
      ))}
    </div>
  );
}
