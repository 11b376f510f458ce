import type { JsonObject } from "@jackfield/contract";
import type { StudioMcp } from "../../../../test/studio-mcp/studio-mcp.ts";
import type { ProofOut } from "../../../proof.ts";
import { difference } from "./step.ts";

/** One call of a tool on the session that was reopened. */
interface Check {
  readonly does: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly expect: JsonObject;
  readonly isError?: boolean;
}

const rename = (name: string) => ({ command: "track.rename", params: { track: "Drums", name } });
const missing = { command: "clip.remove", params: { clip: "c_nobody" } };

const checks: readonly Check[] = [
  {
    does: "a dry run says what would change, and changes nothing",
    tool: "batch",
    arguments: { dry_run: true, calls: [rename("Kit"), { command: "marker.set", params: { name: "New", at: 0 } }] },
    expect: { ok: true, dry_run: true, undo_steps: 0, changes: ["Kit: named so; it was Drums", "Marker added: New"] },
  },
  {
    does: "an atomic batch that fails changes nothing",
    tool: "batch",
    arguments: {
      atomic: true,
      calls: [rename("Kit"), { command: "file.export_session_text", params: { path: "out/left.txt" } }, missing, rename("No")],
    },
    expect: {
      ok: false,
      applied: false,
      failed_at: 2,
      undo_steps: 0,
      skipped: [{ index: 3, command: "track.rename" }],
      not_undoable: [{ index: 1, path: "out/left.txt" }],
    },
    isError: true,
  },
  { does: "and the track has its name", tool: "inspect_session", arguments: { section: "tracks", track: "Drums" }, expect: { total: 1 } },
  {
    does: "an atomic batch that does not fail is one undo step",
    tool: "batch",
    arguments: {
      atomic: true,
      calls: [
        rename("Kit"),
        { command: "mix.gain", params: { track: "Kit", by: -1 } },
        { command: "marker.set", params: { name: "New", at: 0 } },
      ],
    },
    expect: { ok: true, applied: true, undo_steps: 1, skipped: [] },
  },
  {
    does: "which one undo takes back",
    tool: "execute",
    arguments: { command: "edit.undo" },
    expect: { result: { done: "Undo: 3 commands" } },
  },
  {
    does: "a batch that fails says where, and what was skipped",
    tool: "batch",
    arguments: { calls: [rename("Kit"), missing, rename("Drums")] },
    expect: { ok: false, failed_at: 1, done: 1, skipped: [{ index: 2, command: "track.rename" }] },
    isError: true,
  },
  {
    does: "and goes on where it is told to",
    tool: "batch",
    arguments: { keep_going: true, calls: [missing, { command: "track.rename", params: { track: "Kit", name: "Drums" } }] },
    expect: { ok: false, failed_at: 0, failures: [0], done: 1, skipped: [] },
    isError: true,
  },
  { does: "no path leads out of the write root", tool: "bounce_mix", arguments: { path: "in/mix.wav" }, expect: {}, isError: true },
  { does: "nor out of the read root", tool: "import_audio", arguments: { path: "/etc/passwd" }, expect: {}, isError: true },
  {
    does: "the recordings are loaded",
    tool: "inspect_session",
    arguments: { section: "sources" },
    expect: { total: 2, sources: [{ loaded: true }, { loaded: true }] },
  },
  { does: "every known name is here or has a reason", tool: "parity", arguments: {}, expect: { known: { all: 41, here: 30 } } },
  {
    does: "what nobody asked to be saved over stays",
    tool: "save_session",
    arguments: { path: "out/proof.studio" },
    expect: { saved: "session" },
  },
];

/** What tools do beyond one command: batches, confinement, reports. */
export async function toolChecks(studio: StudioMcp, out: ProofOut): Promise<{ readonly count: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  for (const { does, tool, arguments: args, expect, isError = false } of checks) {
    const answer = await studio.tool(tool, args);
    const unlike =
      answer.isError === isError
        ? difference(answer.value, expect)
        : `isError is ${answer.isError}: ${JSON.stringify(answer.value).slice(0, 300)}`;
    out.line(`${unlike === undefined ? "ok    " : "WRONG "} ${does}`);
    if (unlike !== undefined) wrong.push(`${does}: ${unlike}`);
  }
  return { count: checks.length, wrong };
}
