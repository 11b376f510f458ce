import type { Id, SongTrack } from "@jackfield/studio";
import { useSignal } from "@preact/signals";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { Knob } from "../parts/knob.tsx";
import { decibels, milliseconds } from "../parts/units.ts";

type Compressor = NonNullable<SongTrack["strip"]["compressor"]>;

const resting: Compressor = { thresholdDb: -18, ratio: 3, attackMs: 10, releaseMs: 120, makeupDb: 0 };
const size = 96;

/** A track's compressor: what comes out for what goes in, and its knobs. */
export function CompressorPanel({ id, track }: { readonly id: Id; readonly track: SongTrack }) {
  const desk = useDesk();
  const turning = useSignal<Partial<Compressor>>({});
  const { compressor } = track.strip;
  const now = compressor ?? resting;
  const shown = { ...now, ...turning.value };
  const set = (label: string, fields: Partial<Compressor>, on = true) =>
    desk.act(`${label} of ${track.name}`, [{ op: "compressor.set", track: id, on, ...fields }]);
  const knob = (name: string, field: keyof Compressor, least: number, most: number, show: (value: number) => string, ratio = false) => (
    <Knob
      name={name}
      of={`${track.name} compressor`}
      value={now[field]}
      least={least}
      most={most}
      home={resting[field]}
      ratio={ratio}
      show={show}
      onPreview={(value) => void (turning.value = { ...turning.value, [field]: value })}
      onTurn={(value) => {
        turning.value = {};
        set("Compressor", { [field]: value });
      }}
    />
  );
  return (
    <section class="st-panel st-comp" data-on={compressor !== undefined} aria-label={`Compressor of ${track.name}`}>
      <header class="st-panel-head">
        <h3>Compressor</h3>
        <span class="st-space" />
        <Button
          label={`Compressor of ${track.name}`}
          pressed={compressor !== undefined}
          kind="plain"
          onPress={() => set(compressor === undefined ? "Compressor on" : "Compressor off", {}, compressor === undefined)}
        >
          {compressor === undefined ? "Off" : "On"}
        </Button>
      </header>
      <svg class="st-comp-graph" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path class="st-eq-grid" d={`M0 ${size}L${size} 0`} />
        <path class="st-drawing-line" d={transfer(shown)} />
      </svg>
      <div class="st-knobs">
        {knob("Threshold", "thresholdDb", -60, 0, decibels)}
        {knob("Ratio", "ratio", 1, 20, (value) => `${Number(value.toPrecision(2))}:1`, true)}
        {knob("Attack", "attackMs", 0.1, 200, milliseconds, true)}
        {knob("Release", "releaseMs", 5, 2_000, milliseconds, true)}
        {knob("Makeup", "makeupDb", 0, 24, decibels)}
      </div>
    </section>
  );
}

/** Out over in, from −60 to 0 decibels. */
function transfer({ thresholdDb, ratio, makeupDb }: Compressor): string {
  const x = (db: number): number => ((db + 60) / 60) * size;
  const y = (db: number): number => size - ((Math.min(6, db) + 60) / 60) * size;
  return `M0 ${y(-60 + makeupDb)}L${x(thresholdDb)} ${y(thresholdDb + makeupDb)}L${size} ${y(thresholdDb - thresholdDb / ratio + makeupDb)}`;
}
