import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";

export interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  readonly done: string;
  readonly children?: ComponentChildren;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({ title, label, value, done, children, onDone, onClose }: NameDialogProps) {
  const [typed, type] = useState(value);
  const take = (): void => {
    onClose();
    if (typed.trim() !== "") onDone(typed.trim().slice(0, 64));
  };
  return (
    <Dialog title={title} class="st-name-dialog" onClose={onClose}>
      <input
        class="st-field"
        type="text"
        aria-label={label}
        autofocus
        maxLength={64}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
        }}
      />
      <footer class="st-dialog-foot">
        {children}
        <Button label={done} kind="main" onPress={take}>
          {done}
        </Button>
      </footer>
    </Dialog>
  );
}
