import type { Id, SongTrack } from "@jackfield/studio";
import { useSignal } from "@preact/signals";
import { useDesk } from "../desk/use-desk.ts";
import { eqPath, isFlat } from "../mixer/eq-curve.ts";
import { Button } from "../parts/button.tsx";
import { Knob } from "../parts/knob.tsx";
import { decibels, hertz } from "../parts/units.ts";

type Eq = SongTrack["strip"]["eq"];

const [width, height, span] = [300, 96, 18];
const decades = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** A track's equalizer: its curve, and the knobs that bend it. */
export function EqPanel({ id, track }: { readonly id: Id; readonly track: SongTrack }) {
  const desk = useDesk();
  const turning = useSignal<Partial<Eq>>({});
  const { eq } = track.strip;
  const shown = { ...eq, ...turning.value };
  const knob = (name: string, field: keyof Eq, least: number, most: number, home: number, kind: "db" | "hz" | "q") => (
    <Knob
      name={name}
      of={`${track.name} equalizer`}
      value={eq[field]}
      least={least}
      most={most}
      home={home}
      ratio={kind !== "db" && least > 0}
      show={kind === "db" ? decibels : kind === "hz" ? hertz : (value) => value.toFixed(1)}
      onPreview={(value) => void (turning.value = { ...turning.value, [field]: value })}
      onTurn={(value) => {
        turning.value = {};
        desk.act(`Equalizer of ${track.name}`, [{ op: "eq.set", track: id, [field]: value }]);
      }}
    />
  );
  return (
    <section class="st-panel st-eq" aria-label={`Equalizer of ${track.name}`}>
      <header class="st-panel-head">
        <h3>Equalizer</h3>
        <span class="st-space" />
        <Button
          label="Make the equalizer flat"
          disabled={isFlat(eq)}
          onPress={() =>
            desk.act(`Flat equalizer of ${track.name}`, [{ op: "eq.set", track: id, highPassHz: 0, lowDb: 0, midDb: 0, highDb: 0 }])
          }
        >
          Flat
        </Button>
      </header>
      <svg class="st-eq-graph" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {decades.map((each) => (
          <path key={each} class="st-eq-grid" d={`M${((Math.log10(each / 20) / 3) * width).toFixed(1)} 0V${height}`} />
        ))}
        {[-12, -6, 6, 12].map((each) => (
          <path key={each} class="st-eq-grid" d={`M0 ${height / 2 - (each / span) * (height / 2)}H${width}`} />
        ))}
        <path class="st-eq-zero" d={`M0 ${height / 2}H${width}`} />
        <path class="st-drawing-fill" d={`${eqPath(shown, width, height, span)}V${height / 2}H0Z`} />
        <path class="st-drawing-line" d={eqPath(shown, width, height, span)} />
      </svg>
      <div class="st-knobs">
        {knob("Low cut", "highPassHz", 0, 2_000, 0, "hz")}
        {knob("Low", "lowDb", -24, 24, 0, "db")}
        {knob("Low freq", "lowHz", 20, 1_000, 120, "hz")}
        {knob("Mid", "midDb", -24, 24, 0, "db")}
        {knob("Mid freq", "midHz", 40, 16_000, 900, "hz")}
        {knob("Mid width", "midQ", 0.1, 12, 0.9, "q")}
        {knob("High", "highDb", -24, 24, 0, "db")}
        {knob("High freq", "highHz", 1_000, 18_000, 7_500, "hz")}
      </div>
    </section>
  );
}
