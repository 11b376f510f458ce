import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

const firstUse = [":enabled", '[tabindex="0"]']
  .map((kind) => `.st-dialog-body > :not(.st-dialog-head) ${kind}:not(fieldset, [hidden])`)
  .join();

export interface DialogProps {
  readonly title: string;
  readonly class?: string;
  /** Its title is read aloud, and not shown. */
  readonly bare?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog above the page: the browser keeps the focus in it, and gives it back. */
export function Dialog({ title, class: extra = "", bare = false, onClose, children }: DialogProps) {
  const root = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  useEffect(() => {
    const dialog = root.current;
    const before = document.activeElement;
    dialog?.showModal();
    // The browser takes the first there is, which closes it; the first that does something is what it was opened for.
    if (document.activeElement?.closest(".st-dialog-head") !== null) dialog?.querySelector<HTMLElement>(firstUse)?.focus();
    return () => {
      isGone.current = true;
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={root}
      class={`st-dialog ${extra}`}
      aria-label={title}
      onClose={() => {
        // The event of its own end comes when another dialog may be open already.
        if (!isGone.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        if (event.target === root.current) root.current?.close();
      }}
    >
      <div class="st-dialog-body">
        {bare ? null : (
          <header class="st-dialog-head">
            <h2>{title}</h2>
            <Button label="Close" icon="close" onPress={() => root.current?.close()} />
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
