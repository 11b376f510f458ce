import { songCalls } from "@jackfield/example-studio-session";
import { type Song, songOfCalls } from "@jackfield/studio";

/** The song that `--demo` begins with: what the example session makes. */
export async function demoSong(now: () => number): Promise<Song> {
  const calls = songCalls.flatMap(({ arguments: { calls: commands } }) => commands as unknown as Parameters<typeof songOfCalls>[0]);
  return await songOfCalls(calls, "s_night_train", now);
}
