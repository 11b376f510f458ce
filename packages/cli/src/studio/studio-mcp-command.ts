import type { Fault, Host } from "@jackfield/contract";
import { stdioDoor } from "@jackfield/doors";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { filesText, toToolset } from "@jackfield/studio";
import { nodeStudio } from "@jackfield/studio/node";
import { treeVariable } from "@jackfield/upstream";
import { type World, command } from "../command.ts";
import { folder, optionalPort, toggle } from "../config.ts";
import { stopped } from "../stop.ts";
import { UsageError } from "../usage-error.ts";
import { connectToStudio } from "./control/connect.ts";
import { demoSong } from "./demo-song.ts";
import { findFfmpeg } from "./find-ffmpeg.ts";

/** `jackfield studio mcp`: the studio without a page, to the client that starts it. */
export const studioMcp = command({
  name: "studio mcp",
  summary: "serve the studio without a page to the AI client that starts this, on standard streams",
  about:
    "A music studio for AI clients alone: no window and no sound, and files are what comes out. The client starts this program and speaks MCP on " +
    "its standard streams. It makes songs with every command that the page's menus have, imports recordings, and bounces mixes that it measures.",
  words: [],
  options: {
    demo: toggle("begin with a song that is there already"),
    automationReadRoot: folder("the one folder, with all in it, that files are read from"),
    automationWriteRoot: folder("the one folder, with all in it, that files are written to; name the same folder twice for both"),
    connect: optionalPort("drive the studio that was started with --control on this port, instead of one of its own"),
  },
  examples: [
    { line: "claude mcp add studio -- jackfield studio mcp --demo", does: "let Claude Code start it" },
    {
      line: "jackfield studio mcp --automation-read-root ~/songs --automation-write-root ~/songs/out",
      does: "keep it to the folders that it is given",
    },
    { line: "jackfield studio mcp --connect 7801", does: "the page of jackfield studio --control 7801" },
  ],
  notes:
    "With neither root every file of yours can be named, and that is said. With one of them the other access is not there at all. " +
    "Where jackfield share or serve starts it, it needs both.",
  async run(settings, _words, world) {
    const { demo, automationReadRoot: read, automationWriteRoot: write, connect } = settings;
    const { voice, stop, streams, environment } = world;
    if (connect !== undefined) {
      if (read !== undefined || write !== undefined)
        throw new UsageError(
          "Cannot use --connect with --automation-read-root or --automation-write-root: they confine this process, and the other one is not confined by them",
          "Leave one of them out",
        );
      if (demo) throw new UsageError("Cannot use --connect with --demo: the page has a song of its own", "Leave one of them out");
      await using connected = await connectToStudio(connect, environment, voice);
      await serve(connected.host, streams, stop);
      return 0;
    }
    const isShared = environment[treeVariable] !== undefined;
    if (isShared && (read === undefined || write === undefined))
      throw new UsageError(
        "Others can reach this studio through the jackfield that starts it, so it must be confined",
        "Give it --automation-read-root DIR and --automation-write-root DIR",
      );
    await using host = await openStudio({ demo, read, write }, world);
    await serve(host, streams, stop);
    return 0;
  },
});

interface StudioSettings {
  readonly demo: boolean;
  readonly read: string | undefined;
  readonly write: string | undefined;
}

async function openStudio({ demo, read, write }: StudioSettings, { voice, version, environment, folder: base }: World): Promise<Host> {
  const ffmpeg = await findFfmpeg(environment["PATH"]);
  const now = (): number => Date.now();
  // The demo is the choice of who starts this, and is made before any root applies.
  const song = demo ? await demoSong(now) : undefined;
  const studio = nodeStudio({ read, write, base, ffmpeg, now, ...(song === undefined ? {} : { song }) });
  const { roots } = studio.ports.files;
  if (!roots.confined) voice.warn({ event: "unconfined" }, filesText(roots));
  return createHost(await openToolsets([toToolset(studio, "headless", { version })]), {
    policy: { ask: "none" },
    ports: nodePorts,
    limits: { toolTimeoutMs: 600_000 },
    onFault: (fault: Fault, call) =>
      voice.note(
        { event: "fault", code: fault.code },
        `${call.name}: ${fault.message}${fault.internal === undefined ? "" : ` (${fault.internal})`}`,
      ),
  });
}

async function serve(host: Host, { input, output }: World["streams"], stop: AbortSignal): Promise<void> {
  const door = stdioDoor(host, { input, output });
  await Promise.race([door.ended, stopped(stop)]);
  await door.close();
}
