import { Fault } from "@jackfield/contract";
import { type Report, type Target, applies, checks, doctorCeilings, examine } from "@jackfield/doctor";
import { command, type World } from "../command.ts";
import { limit, list, text, toggle } from "../config.ts";
import { headerOptions } from "../headers.ts";
import { UsageError } from "../usage-error.ts";
import { chosenChecks } from "./chosen-checks.ts";
import { readCall, readTarget, shownTarget } from "./doctor-target.ts";
import { checkEvent, checkLines, lookLines, reportEvent, reportLines } from "./report-lines.ts";

/** `jackfield doctor URL | -- COMMAND`: uses an MCP server as real clients do, and says what to fix. */
export const doctor = command({
  name: "doctor",
  summary: "test any MCP server the way real clients use it, and say what to fix",
  about:
    "Sends what Claude Code, Codex, Gemini CLI, claude.ai and others send, and what breaks servers: old and new revisions, lost sessions, odd " +
    "headers, malformed messages, slow readers. It calls only tools that say readOnlyHint, or the one named with --call, and signs in nowhere. " +
    "Ends with 0 where nothing must be fixed, 1 where something must, 2 where the server cannot be reached or the command line is wrong.",
  words: [{ name: "URL", about: "the address of an MCP endpoint (Streamable HTTP)", needed: false }],
  rest: { name: "COMMAND…", about: "a server that speaks MCP on its standard streams: it is started here, and ended again" },
  options: {
    call: text("TOOL", "call this tool too, whatever its hints say: for slow calls, cancelling and results"),
    arguments: text("JSON", "the arguments of that call, a JSON object", "{}"),
    ...headerOptions,
    only: list("CHECK", "run this check, or these of a group, and no others"),
    skip: list("CHECK", "leave out this check, or those of a group"),
    timeout: { ...limit(doctorCeilings.requestMs), about: "how long an answer is waited for (default 10 s)", isLimit: false },
    all: toggle("also show what is well, and what was skipped and why"),
    list: toggle("list the checks, what each does and where its rule comes from; contact nobody"),
  },
  examples: [
    { line: "jackfield doctor https://example.com/mcp", does: "examine a server" },
    { line: "jackfield doctor --all -- node server.js", does: "one that is a command; show all that was looked at" },
    { line: "jackfield doctor URL --call render --arguments '{\"bars\":64}'", does: "with a slow call" },
    { line: "jackfield doctor URL --header-env Authorization=TOKEN --json", does: "behind a sign-in, for programs" },
  ],
  notes:
    "Tokens stand in a file or a variable (`Bearer …` as a client would send it), never on the command line, and go to the address itself only. " +
    "What a server says is shown cut and escaped. A server that limits its rate is waited for. Ctrl-C ends it with 130, after the report so far.",
  async run(settings, [address], world) {
    const { only, skip } = chosenChecks(settings.only, settings.skip);
    if (settings.list) {
      for (const check of checks.filter((each) => only.includes(each.name) && !skip.includes(each.name)))
        world.voice.say(checkEvent(check), ...checkLines(check, world.screen));
      return 0;
    }
    const call = readCall(settings.call, settings.arguments);
    const target = await readTarget(address, settings, world);
    const fits = checks.filter((each) => applies(each, target) && only.includes(each.name) && !skip.includes(each.name));
    if (fits.length === 0)
      throw new UsageError(
        `None of the checks that were asked for is for ${target.is === "http" ? "an address" : "a command"}`,
        "Run jackfield doctor --list",
      );
    const started = performance.now();
    const examined = await examineOnScreen(target, { only, skip, call, timeout: settings.timeout }, world);
    if (examined.is === "unreachable") {
      world.voice.fail(
        new Fault("config", `Cannot reach ${shownTarget(target)}: ${examined.why}`, {
          hint: target.is === "http" ? "See that the server runs and that the address is right" : "See that the program is on your PATH",
        }),
      );
      return 2;
    }
    return say(target, examined.report, performance.now() - started, settings.all, world);
  },
});

async function examineOnScreen(
  target: Target,
  asked: {
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly call: ReturnType<typeof readCall>;
    readonly timeout: number | undefined;
  },
  { voice, screen, stop }: World,
): ReturnType<typeof examine> {
  try {
    return await examine(target, {
      only: asked.only,
      skip: asked.skip,
      ...(asked.call === undefined ? {} : { call: asked.call }),
      ...(asked.timeout === undefined ? {} : { limits: { requestMs: asked.timeout } }),
      signal: stop,
      onCheck: (check, index, of) => screen.status(`${index + 1} of ${of}: ${check.name}. ${check.client}`),
      onWait: () => screen.status("The server limits its rate: waiting until it takes more"),
      onLooked: (looked) => {
        if (voice.json) voice.say({ event: "check", ...lookLines.event(looked) });
      },
    });
  } finally {
    screen.status("");
  }
}

function say(target: Target, report: Report, ms: number, all: boolean, { voice, screen }: World): number {
  voice.say(reportEvent(shownTarget(target), report, ms), ...reportLines(shownTarget(target), report, ms, all, screen));
  if (report.isStopped) return 130;
  return report.counts.errors > 0 ? 1 : 0;
}
