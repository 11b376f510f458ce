import type { Id, SongTrack } from "@jackfield/studio";
import { showSound, trackMenu } from "../actions/menus.ts";
import { toggleStrip } from "../actions/tracks.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { colors, trackColors } from "../parts/colors.ts";
import { Fader } from "../parts/fader.tsx";
import { Meter } from "../parts/meter.tsx";
import { TextField } from "../parts/text-field.tsx";
import { deviceOf } from "../song/devices.ts";
import { LaneHead } from "./lane-head.tsx";

/** A track at the left of its row: name, device, level, mute and solo. */
export function TrackHead({ id, track, lane }: { readonly id: Id; readonly track: SongTrack; readonly lane: string | undefined }) {
  const desk = useDesk();
  const { view, song, sound } = desk;
  const { strip, name } = track;
  const device = deviceOf(song.value, track.device);
  return (
    <li
      class="st-head"
      tabIndex={-1}
      data-chosen={view.track.value === id}
      aria-current={view.track.value === id ? "true" : undefined}
      style={{ "--tone": trackColors(track.hue, colors.value.dark).strong }}
      onPointerDown={() => void (view.track.value = id)}
    >
      <div class="st-head-row">
        <i class="st-head-tone" />
        <TextField
          class="st-head-name"
          label={`Name of track ${name}`}
          value={name}
          onSet={(next) => desk.act("Rename track", [{ op: "track.set", track: id, name: next }])}
        />
        <Button
          label={`More about ${name}`}
          icon="more"
          class="st-mini"
          onPress={({ currentTarget }) => {
            const box = (currentTarget as Element).getBoundingClientRect();
            view.menu.value = { label: name, x: box.left, y: box.bottom + 4, items: trackMenu(desk, id) };
          }}
        />
      </div>
      <div class="st-head-row">
        <button type="button" class="st-head-device" aria-label={`Sound of ${name}`} onClick={() => showSound(desk, id)}>
          {track.kind === "audio" ? "Recordings" : (device?.name ?? track.device)}
        </button>
        <Toggle what="mute" id={id} track={track} />
        <Toggle what="solo" id={id} track={track} />
      </div>
      <div class="st-head-level">
        <Fader
          label={`Level of ${name}`}
          lying
          value={strip.gainDb}
          onMove={(gainDb) => desk.act(`Level of ${name}`, [{ op: "strip.set", track: id, gainDb }])}
        />
        <Meter lying read={() => sound.levels().tracks.get(id) ?? 0} />
      </div>
      {lane === undefined ? null : <LaneHead id={id} track={track} lane={lane} />}
    </li>
  );
}

export function Toggle({ what, id, track }: { readonly what: "mute" | "solo"; readonly id: Id; readonly track: SongTrack }) {
  const desk = useDesk();
  return (
    <button
      type="button"
      class="st-toggle"
      data-what={what}
      aria-label={`${what === "mute" ? "Mute" : "Solo"} ${track.name}`}
      aria-pressed={track.strip[what]}
      title={`${what === "mute" ? "Mute" : "Solo"} ${track.name}`}
      onClick={() => toggleStrip(desk, id, what)}
    >
      {what === "mute" ? "M" : "S"}
    </button>
  );
}
