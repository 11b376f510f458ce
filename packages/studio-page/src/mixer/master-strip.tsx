import { useDesk } from "../desk/use-desk.ts";
import { Fader } from "../parts/fader.tsx";
import { Knob } from "../parts/knob.tsx";
import { Meter } from "../parts/meter.tsx";
import { decibels, percent, seconds } from "../parts/units.ts";
import { Scale } from "./strip.tsx";

/** All of it together: the room and the echo that tracks send to, the level, the ceiling. */
export function MasterStrip() {
  const desk = useDesk();
  const { song, sound } = desk;
  const { master, rooms } = song.value;
  const set = (label: string, fields: Record<string, unknown>) => desk.act(label, [{ op: "master.set", ...fields }]);
  return (
    <section class="st-strip st-strip-master" aria-label="Master">
      <div class="st-strip-sends">
        <Knob
          name="Room"
          of="Length of the"
          value={rooms.reverbSeconds}
          least={0.1}
          most={12}
          home={1.8}
          ratio
          show={seconds}
          onTurn={(reverbSeconds) => set("Room", { reverbSeconds })}
        />
        <Knob
          name="Damping"
          of="Room"
          value={rooms.reverbDulls}
          least={0}
          most={0.95}
          home={0.35}
          show={percent}
          onTurn={(reverbDulls) => set("Room", { reverbDulls })}
        />
      </div>
      <div class="st-strip-sends">
        <Knob
          name="Echo"
          of="Length of the"
          value={rooms.echoBeats}
          least={0.0625}
          most={8}
          home={0.75}
          ratio
          show={(beats) => `${Number(beats.toPrecision(2))} b`}
          onTurn={(echoBeats) => set("Echo", { echoBeats: nearBeats(echoBeats) })}
        />
        <Knob
          name="Feedback"
          of="Echo"
          value={rooms.echoFeedback}
          least={0}
          most={0.9}
          home={0.35}
          show={percent}
          onTurn={(echoFeedback) => set("Echo", { echoFeedback })}
        />
      </div>
      <Knob
        name="Ceiling"
        of="Master"
        value={master.ceilingDb}
        least={-12}
        most={0}
        home={-1}
        show={decibels}
        onTurn={(ceilingDb) => set("Ceiling", { ceilingDb: Math.round(ceilingDb * 10) / 10 })}
      />
      <div class="st-strip-fader">
        <Fader
          label="Fader of the master"
          value={master.gainDb}
          onMove={(gainDb) => set("Master level", { gainDb: Math.max(-60, gainDb) })}
        />
        <Scale />
        <Meter read={() => sound.levels().master} />
      </div>
      <output class="st-strip-level">{decibels(master.gainDb)}</output>
      <p class="st-strip-name">Master</p>
    </section>
  );
}

const beats = [0.0625, 0.125, 0.1667, 0.25, 0.3333, 0.375, 0.5, 0.6667, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** An echo keeps time: the nearest length that does. */
function nearBeats(wanted: number): number {
  return beats.reduce((best, each) => (Math.abs(Math.log(each / wanted)) < Math.abs(Math.log(best / wanted)) ? each : best), 1);
}
