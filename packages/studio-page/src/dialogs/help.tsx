import { commands } from "../commands/commands.ts";
import { keysText } from "../commands/keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

/** Keys that count where the focus is; the others stand in the table of commands. */
const elsewhere: readonly { readonly where: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    where: "On the timeline",
    keys: [
      ["←  →  ↑  ↓", "Choose a clip"],
      ["Alt ←  →", "Move it; with Shift its end"],
      ["Alt ↑  ↓", "To another track"],
      [",  .", "Cursor by a bar"],
      ["Enter", "Its notes"],
    ],
  },
  {
    where: "Among notes",
    keys: [
      ["←  →  ↑  ↓", "Move the cursor, or the selected notes"],
      ["Enter", "A note at the cursor, or away with it"],
      ["Shift ←  →", "Shorter, longer"],
      ["Shift ↑  ↓", "An octave"],
      ["[  ]", "Softer, harder"],
      ["Q", "Quantize"],
      ["Tab", "Next note"],
    ],
  },
  {
    where: "With the pointer",
    keys: [
      ["Shift drag", "Select what is inside"],
      ["Alt drag", "A copy"],
      ["Ctrl drag", "Without snapping"],
      ["Ctrl wheel", "Zoom"],
      ["Double press", "New clip; a knob's own value"],
    ],
  },
];

/** All keys, from the one table of commands. */
export function Help({ onClose }: DialogView) {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Dialog title="Keys" class="st-help" onClose={onClose}>
      <div class="st-help-columns">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group && command.keys !== undefined)
                .map(({ id, title, keys = "" }) => (
                  <div key={id}>
                    <dt>
                      <kbd>{keysText(keys)}</kbd>
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        {elsewhere.map(({ where, keys }) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
