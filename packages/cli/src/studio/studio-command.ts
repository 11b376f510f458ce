import { tmpdir } from "node:os";
import { roles } from "@jackfield/studio";
import { pages } from "@jackfield/studio-page";
import { type World, command } from "../command.ts";
import { optionalPort, text, toggle } from "../config.ts";
import { pageNotes, pageOptions, servePage } from "../demo/serve-page.ts";
import { UsageError } from "../usage-error.ts";
import { controlFolder, readControlFile } from "./control/control-file.ts";
import { Control } from "./control/control.ts";
import { findBrowser } from "./control/find-browser.ts";
import { spacePipe } from "./space/space-pipe.ts";

/** `jackfield studio`: a music studio in a page, and a relay for it, on this computer. `npm start` runs it. */
export const studio = command({
  name: "studio",
  summary: "start a music studio in a page and a relay on this computer, and say what to do next",
  about:
    "Serves a small music studio in which you and your AI client work on one song, and a relay that links the two. Open the page and press " +
    "space to hear what is there; turn on Connect, and give the AI client the link that the panel shows. Everything stays on this " +
    "computer, unless you name a public address.",
  words: [],
  options: {
    ...pageOptions,
    control: optionalPort("let programs of this user move the page, through a door on this port: jackfield studio mcp --connect PORT"),
    window: toggle("open the page in a window of its own; with --control it is moved as by a hand. Closing it ends this program"),
    headless: toggle("with --window: a window that no screen shows"),
    join: optionalPort("take part in the song of jackfield studio serve on this port, instead of songs of this browser"),
    as: text("NAME", "with --join: who you are to the others: letters, digits, . _ - @"),
    role: text("ROLE", "with --join: viewer, reviewer, editor or owner; default editor"),
    browser: text("PROGRAM", "the browser for --window; default: the first Chromium, Chrome or Edge that is found"),
  },
  examples: [
    { line: "jackfield studio", does: "start, and see what to open" },
    {
      line: "jackfield studio --public-url https://NAME.trycloudflare.com",
      does: "the same for claude.ai, through a tunnel to the relay's port",
    },
    { line: "jackfield studio --control 7801 --window", does: "in a window that an AI client can also move" },
    { line: "jackfield studio --join 7810 --as bob --role reviewer", does: "a page for Bob on the song of jackfield studio serve" },
    { line: "jackfield studio --relay https://relay.example", does: "the page alone, with a relay that runs elsewhere" },
  ],
  notes: pageNotes("studio"),
  async run(settings, _words, world) {
    const { voice, stop } = world;
    const beside = await controlOf(settings, world);
    const space = await spaceOf(settings, world);
    const extras = { ...(beside === undefined ? {} : { beside }), ...(space === undefined ? {} : { space }) };
    await servePage({ command: "studio", client: "studio", pages, ...extras }, settings, voice, stop);
    return 0;
  },
});

interface ControlSettings {
  readonly control: number | undefined;
  readonly window: boolean;
  readonly headless: boolean;
  readonly browser: string | undefined;
}

async function controlOf(settings: ControlSettings, { voice, environment, version }: World): Promise<Control | undefined> {
  const { control: port, window: wantsWindow, headless, browser } = settings;
  if (!wantsWindow && (headless || browser !== undefined))
    throw new UsageError("--headless and --browser are about the window of --window", "Add --window, or leave them out");
  if (port === undefined && !wantsWindow) return undefined;
  const window = wantsWindow
    ? { program: await findBrowser(browser, environment["PATH"]), headless, withoutSandbox: process.getuid?.() === 0 }
    : undefined;
  if (window?.withoutSandbox === true)
    voice.warn({ event: "no_sandbox" }, "This program runs as root, to whom browsers refuse their sandbox: the window goes without");
  return new Control({
    port,
    version,
    environment,
    temporary: tmpdir(),
    voice,
    ...(window === undefined ? {} : { window }),
  });
}

interface JoinSettings {
  readonly join: number | undefined;
  readonly as: string | undefined;
  readonly role: string | undefined;
}

async function spaceOf({ join, as, role: asked }: JoinSettings, { environment }: World): Promise<ReturnType<typeof spacePipe> | undefined> {
  if (join === undefined) {
    if (as !== undefined || asked !== undefined)
      throw new UsageError("--as and --role are about the space of --join", "Add --join PORT, or leave them out");
    return undefined;
  }
  const role = asked ?? "editor";
  if (as === undefined || !/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(as))
    throw new UsageError("The others must know who you are", "Add --as NAME: letters, digits, . _ - @");
  if (!(roles as readonly string[]).includes(role))
    throw new UsageError(`There is no role ${JSON.stringify(role.slice(0, 32))}`, `The roles are ${roles.join(", ")}`);
  const { token } = await readControlFile(controlFolder(environment), join, "space");
  return spacePipe({ url: `ws://127.0.0.1:${join}/space`, token, as: { id: as, name: as, role } });
}
