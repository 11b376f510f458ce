import { runCommand } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";

/** Hands a file of the page to the person, as a download. */
export async function download({ files }: Pick<Workroom, "files">, name: string): Promise<void> {
  const bytes = await files.read(name);
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.endsWith(".studio") ? `${name.split("/").at(-1)}.zip` : (name.split("/").at(-1) ?? name);
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Runs a command that writes a file of that name, and downloads it. */
export async function takeOut(
  desk: Desk,
  room: Workroom,
  name: string,
  command: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  const done = await room.jobs.run(name, async (call) => {
    await runCommand(room.studio, command, { path: name, replace: true, ...params }, { caller: desk.caller, ...call });
    return true;
  });
  if (done === true) await download(room, name);
}

/** Every stem in one ZIP, downloaded. */
export async function takeOutStems(desk: Desk, room: Workroom, folder: string, params: Readonly<Record<string, unknown>>): Promise<void> {
  const { files, jobs } = room;
  const name = `${folder}.zip`;
  const done = await jobs.run(name, async (call) => {
    await runCommand(room.studio, "file.bounce_stems", { path: folder, replace: true, ...params }, { caller: desk.caller, ...call });
    const { writeZip } = await import("./write-zip.ts");
    const stems = (await files.list()).filter((each) => each.name.startsWith(`${folder}/`)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const entries = await Promise.all(stems.map(async (each) => ({ name: each.name, bytes: await files.read(each.name, call.signal) })));
    await files.write(name, writeZip(entries), { replace: true, signal: call.signal });
    for (const each of stems) await files.remove(each.name);
    return true;
  });
  if (done === true) await download(room, name);
}
