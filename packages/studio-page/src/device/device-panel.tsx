import { type DeviceGraph, type Id, type SongTrack, presetParams, presets as presetsByDevice } from "@jackfield/studio";
import { useSignal } from "@preact/signals";
import { devicesOf } from "../song/devices.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { Knob } from "../parts/knob.tsx";
import { Select } from "../parts/select.tsx";
import { paramText } from "../parts/units.ts";
import { DeviceDrawing } from "./device-drawing.tsx";

/** A track's instrument: which one, a preset to begin with, and a knob for each of its params. */
export function DevicePanel({ id, track, graph }: { readonly id: Id; readonly track: SongTrack; readonly graph: DeviceGraph }) {
  const desk = useDesk();
  const { song } = desk;
  const turning = useSignal<Readonly<Record<string, number>>>({});
  const values = Object.fromEntries(Object.entries(graph.params).map(([name, spec]) => [name, track.params[name] ?? spec.default]));
  const devices = devicesOf(song.value);
  const presets = Object.hasOwn(presetsByDevice, graph.id) ? (presetsByDevice[graph.id] ?? []) : [];
  const chosen = presets.find(({ params }) =>
    Object.entries(graph.params).every(([name, spec]) => (params[name] ?? spec.default) === values[name]),
  );

  return (
    <section class="st-panel st-device" aria-label={`Device of ${track.name}`}>
      <header class="st-panel-head">
        <Select
          label="Device"
          value={graph.id}
          options={devices.map(({ id: value, name }) => ({ value, text: name }))}
          onChoose={(device) => desk.act(`Device ${device}`, [{ op: "device.set", track: id, device }])}
        />
        {presets.length === 0 ? null : (
          <Select
            label="Preset"
            value={chosen?.name ?? ""}
            options={[
              ...(chosen === undefined ? [{ value: "", text: "Own" }] : []),
              ...presets.map(({ name }) => ({ value: name, text: name })),
            ]}
            onChoose={(name) => {
              const params = presetParams(graph.id, name);
              if (params === undefined) return;
              desk.act(`Preset ${name}`, [{ op: "device.set", track: id, params }]);
              desk.sound.audition({ device: graph.id, params, pitch: graph.id === "drums" ? 38 : graph.id === "sub" ? 33 : 57 });
            }}
          />
        )}
        <span class="st-space" />
        <Button
          label={`Hear ${track.name}`}
          icon="ear"
          onPress={() => desk.sound.press(id, graph.id === "drums" ? 38 : graph.id === "sub" ? 33 : 57)}
        />
      </header>
      <div class="st-device-body">
        <DeviceDrawing graph={graph} values={{ ...values, ...turning.value }} />
        <div class="st-knobs">
          {Object.entries(graph.params).map(([name, spec]) => (
            <Knob
              key={name}
              name={spec.label}
              of={track.name}
              size="large"
              value={values[name] ?? spec.default}
              least={spec.min}
              most={spec.max}
              home={spec.default}
              ratio={(spec.unit === "hertz" || spec.unit === "seconds") && spec.min > 0}
              show={(value) => paramText(spec, value)}
              onPreview={(value) => void (turning.value = { ...turning.value, [name]: value })}
              onTurn={(value) => {
                turning.value = {};
                desk.act(`${spec.label} of ${track.name}`, [{ op: "device.set", track: id, params: { [name]: value } }]);
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
