import { type Preset, isKit, presets as presetsByDevice } from "@jackfield/studio";
import { useState } from "preact/hooks";
import { addTrack } from "../actions/tracks.ts";
import { devicesOf } from "../song/devices.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { radioKeys } from "../parts/radio-keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

function presetsOf(device: string): readonly Preset[] {
  return Object.hasOwn(presetsByDevice, device) ? (presetsByDevice[device] ?? []) : [];
}

/** What is played to hear a device. */
const tryPitch: Readonly<Record<string, number>> = { sub: 33, drums: 38, noise: 60, sampler: 60 };

/** A device for a new track: press one to hear it, add it with its button or by pressing twice. */
export function AddTrack({ onClose }: DialogView) {
  const desk = useDesk();
  const devices = devicesOf(desk.song.value).filter(({ id }) => id !== "sampler");
  const [chosen, choose] = useState(devices[0]?.id ?? "");
  const [preset, choosePreset] = useState("");
  const device = devices.find(({ id }) => id === chosen);
  const presets = presetsOf(chosen);

  function hear(id: string, params: Readonly<Record<string, number>> = {}): void {
    desk.sound.audition({ device: id, params, pitch: tryPitch[id] ?? 57 });
  }

  function add(id = chosen): void {
    const found = presetsOf(id).find(({ name }) => name === preset);
    onClose();
    const made = addTrack(desk, id, found?.name ?? devices.find((each) => each.id === id)?.name ?? id, found?.params);
    if (made !== undefined) focusChosenTrack();
  }

  return (
    <Dialog title="Add a track" class="st-add-dialog" onClose={onClose}>
      <div class="st-devices" role="radiogroup" aria-label="Instrument" onKeyDown={(event) => radioKeys(event, () => add())}>
        {devices.map(({ id, name, blurb, sound }) => (
          <button
            key={id}
            type="button"
            class="st-device-card"
            role="radio"
            aria-checked={chosen === id}
            tabIndex={chosen === id ? 0 : -1}
            autofocus={chosen === id}
            onClick={() => {
              choose(id);
              choosePreset("");
              hear(id);
            }}
            onDblClick={() => add(id)}
          >
            <strong>{name}</strong>
            <span>
              {isKit(sound) ? "A kit, written in steps. " : ""}
              {short(blurb)}
            </span>
          </button>
        ))}
      </div>
      {presets.length === 0 ? null : (
        <div
          class="st-presets"
          role="radiogroup"
          aria-label={`Presets of ${device?.name ?? ""}`}
          onKeyDown={(event) => radioKeys(event, () => add())}
        >
          {presets.map(({ name, params }, index) => (
            <button
              key={name}
              type="button"
              class="st-chip"
              role="radio"
              aria-checked={preset === name}
              tabIndex={preset === name || (preset === "" && index === 0) ? 0 : -1}
              onClick={() => {
                choosePreset(name);
                hear(chosen, params);
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <footer class="st-dialog-foot">
        <Button
          label={`Hear ${device?.name ?? ""}`}
          icon="ear"
          kind="plain"
          onPress={() => hear(chosen, presets.find(({ name }) => name === preset)?.params)}
        >
          Hear it
        </Button>
        <Button label={`Add a track of ${device?.name ?? ""}`} icon="plus" kind="main" onPress={() => add()}>
          Add track
        </Button>
      </footer>
    </Dialog>
  );
}

/** The new track has the focus, once the dialog has given it back. */
function focusChosenTrack(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector<HTMLElement>('.st-head[data-chosen="true"]')?.focus()));
}

/** A blurb's first sentence, as much of it as a card holds. */
function short(blurb: string): string {
  const [first = ""] = blurb.split(/(?<=[.:]) /);
  return first.replace(/:$/, ".");
}
