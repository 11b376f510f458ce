import { deviceOf } from "../song/devices.ts";
import { useDesk } from "../desk/use-desk.ts";
import { colors, trackColors } from "../parts/colors.ts";
import { CompressorPanel } from "./compressor-panel.tsx";
import { DevicePanel } from "./device-panel.tsx";
import { EqPanel } from "./eq-panel.tsx";

/** What the track in hand sounds like: its device, equalizer and compressor, in the order in which the sound goes through them. */
export function SoundEditor() {
  const { song, view } = useDesk();
  const id = view.track.value ?? "";
  const track = song.value.tracks[id];
  if (track === undefined)
    return (
      <div class="st-empty">
        <p>Choose a track to shape its sound.</p>
      </div>
    );
  const graph = deviceOf(song.value, track.device);
  return (
    <div class="st-sound" style={{ "--tone": trackColors(track.hue, colors.value.dark).strong }}>
      {track.kind === "audio" || graph === undefined ? null : <DevicePanel key={`${id} ${graph.id}`} id={id} track={track} graph={graph} />}
      <EqPanel id={id} track={track} />
      <CompressorPanel id={id} track={track} />
    </div>
  );
}
