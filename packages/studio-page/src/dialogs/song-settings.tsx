import { useDesk } from "../desk/use-desk.ts";
import { Dialog } from "../parts/dialog.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { Select } from "../parts/select.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

const tonics = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];

/** The song's key, tempo, meter, room and echo. */
export function SongSettings({ onClose }: DialogView) {
  const desk = useDesk();
  const { key, tempo, meter, rooms, master } = desk.song.value;
  const { num, den } = meter["m_first"] ?? { num: 4, den: 4 };
  const set = (label: string, fields: Record<string, unknown>) => desk.act(label, [{ op: "master.set", ...fields }]);
  return (
    <Dialog title="The song" class="st-song-dialog" onClose={onClose}>
      <div class="st-form">
        <p>Key</p>
        <div>
          <Select
            label="Tonic"
            value={key?.tonic ?? "C"}
            options={[...new Set([...tonics, key?.tonic ?? "C"])].map((value) => ({
              value,
              text: value.replace("b", "♭").replace("#", "♯"),
            }))}
            onChoose={(tonic) => desk.act(`Key of ${tonic}`, [{ op: "song.set", tonic, mode: key?.mode ?? "major" }])}
          />
          <Select
            label="Mode"
            value={key?.mode ?? "major"}
            options={[
              { value: "major", text: "major" },
              { value: "minor", text: "minor" },
            ]}
            onChoose={(mode) => desk.act(`Key in ${mode}`, [{ op: "song.set", tonic: key?.tonic ?? "C", mode }])}
          />
        </div>
        <p>Tempo</p>
        <div>
          <NumberField
            label="Tempo of the song, beats a minute"
            value={tempo["p_first"]?.bpm ?? 120}
            least={20}
            most={300}
            digits={1}
            onSet={(bpm) => desk.act(`Tempo ${bpm}`, [{ op: "tempo.set", id: "p_first", tick: 0, bpm }])}
          />
        </div>
        <p>Meter</p>
        <div>
          <NumberField
            label="Beats in a bar"
            value={num}
            least={1}
            most={32}
            onSet={(next) => desk.act(`Meter ${next}/${den}`, [{ op: "meter.set", id: "m_first", tick: 0, num: next, den }])}
          />
          <Select
            label="Note of a beat"
            value={String(den)}
            options={["1", "2", "4", "8", "16"].map((value) => ({ value, text: `/ ${value}` }))}
            onChoose={(next) => desk.act(`Meter ${num}/${next}`, [{ op: "meter.set", id: "m_first", tick: 0, num, den: Number(next) }])}
          />
        </div>
        <p>Room</p>
        <div>
          <NumberField
            label="Length of the room, seconds"
            value={rooms.reverbSeconds}
            least={0.1}
            most={12}
            digits={1}
            onSet={(reverbSeconds) => set("Room", { reverbSeconds })}
          />
          <small>seconds</small>
        </div>
        <p>Echo</p>
        <div>
          <NumberField
            label="Echo, beats"
            value={rooms.echoBeats}
            least={0.0625}
            most={8}
            digits={2}
            onSet={(echoBeats) => set("Echo", { echoBeats })}
          />
          <small>beats</small>
          <NumberField
            label="Echo that comes again, percent"
            value={rooms.echoFeedback * 100}
            least={0}
            most={90}
            onSet={(share) => set("Echo", { echoFeedback: share / 100 })}
          />
          <small>% again</small>
        </div>
        <p>Ceiling</p>
        <div>
          <NumberField
            label="Ceiling of the master, decibels"
            value={master.ceilingDb}
            least={-12}
            most={0}
            digits={1}
            onSet={(ceilingDb) => set("Ceiling", { ceilingDb })}
          />
          <small>dB</small>
        </div>
      </div>
    </Dialog>
  );
}
