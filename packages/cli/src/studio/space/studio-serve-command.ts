import { stat } from "node:fs/promises";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { Fault } from "@jackfield/contract";
import { socketDoor } from "@jackfield/doors";
import { SpaceDaemon, toolsAt } from "@jackfield/studio";
import { openSpace } from "@jackfield/studio/node";
import { command } from "../../command.ts";
import { folder, port } from "../../config.ts";
import { stopped } from "../../stop.ts";
import { UsageError } from "../../usage-error.ts";
import { controlFolder, controlPath, writeControlFile } from "../control/control-file.ts";
import { findFfmpeg } from "../find-ffmpeg.ts";
import { unsavedFault } from "./unsaved-fault.ts";

/** `jackfield studio serve`: a space's daemon, for a program that says who comes. */
export const studioServe = command({
  name: "studio serve",
  summary: "serve one song to several people, through a program that says who they are (the space protocol)",
  about:
    "The daemon of a space: opens the song in a folder, or begins one, and speaks the space protocol (docs/space-protocol.md) on a WebSocket of this " +
    "computer. The program that has its token says who comes and as what: owner, editor, reviewer or viewer. What agents do waits for a person.",
  words: [],
  options: {
    space: folder("the folder of the space: its song, and all that tools may read and write"),
    port: port(7810, "port to listen on; a taken one means the next free one, and that is said"),
  },
  examples: [
    { line: "jackfield studio serve --space ~/band", does: "the space of a band; where its token is, is said" },
    { line: "jackfield studio --join 7810 --as Ann --role editor", does: "joins it: a page for Ann, who works on the same song" },
  ],
  notes:
    "The token is made for this run and written to a file that only you can read. Ctrl-C saves the song and ends it. " +
    "A person joins in a page of their own: jackfield studio --join PORT --as NAME --role ROLE, by the port that is said here.",
  async run({ space, port: asked }, _words, world) {
    const { voice, stop, environment, version } = world;
    if (space === undefined) throw new UsageError("There is no space to serve", "Name its folder: --space DIR");
    if (!(await stat(space).catch(() => undefined))?.isDirectory())
      throw new UsageError(`Cannot use --space ${JSON.stringify(space)}: there is no such folder`, "Make it, or name another");
    const failed = (what: string) => (error: unknown) => {
      const fault = Fault.from(error);
      voice.warn({ event: "space_failed", code: fault.code }, `${what}: ${fault.message}`);
    };
    const now = (): number => Date.now();
    await using opened = await openSpace({
      folder: resolve(world.folder, space),
      ffmpeg: await findFfmpeg(environment["PATH"]),
      now,
      told(problem) {
        if (problem !== undefined) failed("The song could not be written, and is tried again")(problem);
        else voice.note({ event: "written_again" }, "The song could be written again");
      },
    });
    for (const note of opened.notes) voice.warn({ event: "space_note" }, note);
    const token = randomBytes(24).toString("base64url");
    const daemon = new SpaceDaemon({
      studio: opened.studio,
      tools: toolsAt("review"),
      isToken: sameAs(token),
      version,
      run: randomBytes(12).toString("base64url"),
      kept: () => opened.kept(),
      failed: failed("A request failed"),
    });
    try {
      await using door = await socketDoor({ port: asked, path: "/space", attach: (to) => daemon.attach(to) });
      const files = controlFolder(environment);
      const path = controlPath(files, door.port, "space");
      const forget = await writeControlFile(files, { port: door.port, token }, "space");
      try {
        voice.say(
          { event: "serving", url: door.url, port: door.port, tokenFile: path, space: opened.path, isNew: opened.isNew, moved: door.moved },
          `${opened.isNew ? "A new song" : opened.studio.open.song.title}, served at ${door.url}${door.moved ? `: port ${asked} was taken` : ""}`,
          `Its token is in ${path}`,
          `A person joins with: jackfield studio --join ${door.port} --as NAME --role owner|editor|reviewer|viewer`,
        );
        await stopped(stop);
      } finally {
        // Before their door closes: they are told to come again.
        daemon.close();
        await forget();
      }
    } finally {
      daemon.close();
    }
    try {
      await opened.close();
    } catch (error) {
      throw await unsavedFault(error, opened, [resolve(world.folder, space), world.folder, environment["HOME"] ?? "", tmpdir()]);
    }
    voice.say({ event: "stopped" }, "The song is saved");
    return 0;
  },
});

/** Compares digests: neither how much of a text is right nor how long the token is shows in the time. */
function sameAs(token: string): (text: string) => boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const right = digest(token);
  return (text) => timingSafeEqual(digest(text), right);
}
