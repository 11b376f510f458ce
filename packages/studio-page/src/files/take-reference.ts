import { songRate } from "@jackfield/studio";
import type { Workroom } from "../desk/workroom.ts";
import { pageDecoder } from "../desk/page-workers.ts";

/** Puts a recording before the agents, for them to compare the song's sound with; once more takes it away. It is no part of the song. */
export async function takeReference({ files, inbox, jobs }: Workroom, name: string): Promise<void> {
  if (inbox.reference.peek()?.name === name) {
    inbox.reference.value = undefined;
    return;
  }
  await jobs.run(name, async ({ signal }) => {
    const { rate, channels } = await pageDecoder(await files.read(name, signal), { signal, rate: songRate });
    const [left = new Float32Array(1), right = left] = channels;
    inbox.reference.value = { name, data: { rate, hertz: 0, left, right } };
  });
}
