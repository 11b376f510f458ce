import { useRef, useState } from "preact/hooks";
import { commands } from "../commands/commands.ts";
import { keysText } from "../commands/keys.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

/** Every command, by a few letters of its name. */
export function Palette({ onClose }: DialogView) {
  const desk = useDesk();
  const [typed, type] = useState("");
  const [at, move] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const found = commands.filter(
    ({ id, title, can }) => id !== "palette" && id !== "redo-y" && (can?.(desk) ?? true) && matches(title, typed),
  );
  const chosen = found[Math.min(at, found.length - 1)];

  function run(index: number): void {
    const command = found[index];
    onClose();
    if (command !== undefined) setTimeout(() => command.run(desk));
  }

  return (
    <Dialog title="Find a command" class="st-palette" bare onClose={onClose}>
      <input
        class="st-palette-field"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="st-palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `command-${chosen.id}`}
        aria-label="Find a command"
        placeholder="What do you want to do?"
        autocomplete="off"
        autofocus
        value={typed}
        onInput={(event) => {
          type(event.currentTarget.value);
          move(0);
        }}
        onKeyDown={(event) => {
          const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (by !== 0) {
            event.preventDefault();
            const next = (at + by + found.length) % Math.max(1, found.length);
            move(next);
            list.current?.children[next]?.scrollIntoView({ block: "nearest" });
          }
          if (event.key === "Enter") run(Math.min(at, found.length - 1));
        }}
      />
      <ul ref={list} id="st-palette-list" class="st-palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            class="st-palette-item"
            onPointerMove={() => move(index)}
            onClick={() => run(index)}
          >
            <span class="st-palette-group">{command.group}</span>
            <span>{command.title}</span>
            {command.keys === undefined ? null : <kbd>{keysText(command.keys)}</kbd>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Each letter in its order: `adtr` finds "Add a track". */
function matches(title: string, typed: string): boolean {
  const text = title.toLowerCase();
  let from = 0;
  for (const letter of typed.toLowerCase().replaceAll(" ", "")) {
    const found = text.indexOf(letter, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}
