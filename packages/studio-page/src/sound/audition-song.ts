import { type Song, applyOps, emptySong } from "@jackfield/studio";

/** A song of one note of a device, in the other song's room. */
export function auditionSong(
  song: Song,
  {
    device,
    params,
    pitch,
    velocity,
  }: { readonly device: string; readonly params: Readonly<Record<string, number>>; readonly pitch: number; readonly velocity: number },
): Song {
  const notes = [{ id: "n_try", tick: 0, ticks: 400, pitch, velocity }];
  const made = applyOps({ ...emptySong("s_try"), rooms: song.rooms, devices: song.devices, samples: song.samples, master: song.master }, [
    { op: "track.add", id: "t_try", name: "Try", kind: "notes", device, hue: 0, order: "i" },
    { op: "strip.set", track: "t_try", gainDb: -4, reverbDb: -24 },
    { op: "device.set", track: "t_try", params },
    { op: "clip.add", track: "t_try", id: "c_try", name: "Try", tick: 0, ticks: 480, notes },
  ]).song;
  const sample = Object.values(song.tracks).find((track) => track.device === device)?.sample;
  const track = made.tracks["t_try"];
  return track === undefined || sample === undefined ? made : { ...made, tracks: { t_try: { ...track, sample } } };
}
