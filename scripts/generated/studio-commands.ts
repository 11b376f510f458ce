import { commands, menus, paramsDoc } from "@jackfield/studio";
import { type Document, generatedBy, row } from "./document.ts";

const intro = `# Studio: commands

All that can be done in the studio, by menu, shortcut, palette, and by \`execute\` and \`batch\` alike: one table, most of it made from the table of
changes to a song. Params with a question mark may be left out. Tracks go by name or id, clips by id; a command without a target acts on what is
selected. A position is samples (48,000 a second), \`{"seconds": 2.5}\`, \`{"ticks": 960}\` (480 to the quarter) or \`"bars_beats:5|1|000"\`; a length is
samples, \`{"seconds": 2}\`, \`{"ticks": 480}\`, \`{"beats": 4}\` or \`{"bars": 2}\`. *Undo*: \`edit.undo\` takes it back. \`Mod\` is ⌘, or Ctrl elsewhere.
`;

/** docs/studio-commands.md, from the table of commands. */
export function studioCommandsDocument(): Document {
  const parts = menus.flatMap((menu) => {
    const some = commands.filter((each) => each.menu === menu);
    const rows = some.map(({ id, title, shortcut = "", blurb, params, undoable, role, destructive }) =>
      row(
        `\`${id}\``,
        title,
        shortcut === "" ? "" : `\`${shortcut}\``,
        blurb,
        paramsText(paramsDoc(params)),
        marks({ undoable, destructive, role }),
      ),
    );
    return [
      `## ${menu}\n`,
      row("id", "title", "keys", "does", "params", "marks"),
      row("---", "---", "---", "---", "---", "---"),
      ...rows,
      "",
    ];
  });
  const text = [generatedBy("packages/studio/src/commands"), intro, ...parts].join("\n");
  return { path: "docs/studio-commands.md", from: [`studio: ${commands.length} commands`], text };
}

function paramsText(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .map(([name, doc]) => `\`${name}\`${shortOf(doc) === "" ? "" : ` ${shortOf(doc)}`}`)
    .join("; ");
}

/** What a position and a length are stands above the tables. */
function shortOf(doc: string): string {
  if (doc.startsWith("a position")) return "position";
  if (doc.startsWith("a length")) return "length";
  return doc.length > 120 ? `${doc.slice(0, 119)}…` : doc;
}

function marks({
  undoable,
  destructive,
  role,
}: {
  readonly undoable: boolean;
  readonly destructive: boolean;
  readonly role: string;
}): string {
  return [undoable ? "undo" : "", destructive ? "destructive" : "", role].filter((mark) => mark !== "").join(", ");
}
