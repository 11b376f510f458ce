import { useEffect } from "preact/hooks";
import { useDesk } from "../desk/use-desk.ts";
import { commands } from "./commands.ts";
import { isKeys } from "./keys.ts";

/** Keys that do the same wherever the focus is, but for where somebody types. What has its own use for a key keeps it to itself. */
export function useKeys(): void {
  const desk = useDesk();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return;
      const found = commands.find(({ keys, can }) => keys !== undefined && isKeys(keys, event) && (can?.(desk) ?? true));
      if (found !== undefined) {
        event.preventDefault();
        found.run(desk);
      } else if (event.key.startsWith("Arrow") && event.target === document.body)
        document.querySelector<HTMLElement>(".st-clip-list")?.focus({ preventScroll: true });
    };
    const root = document.documentElement;
    const byKeys = (): void => void root.toggleAttribute("data-keys", true);
    const byPointer = (): void => void root.toggleAttribute("data-keys", false);
    document.addEventListener("keydown", pressed);
    document.addEventListener("keydown", byKeys, true);
    document.addEventListener("pointerdown", byPointer, true);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("keydown", byKeys, true);
      document.removeEventListener("pointerdown", byPointer, true);
    };
  }, []);
}

function isTyping({ target, key, ctrlKey, metaKey, code }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, jackfield-connect") !== null) return true;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target.isContentEditable)
    return !((ctrlKey || metaKey) && /^[kz]$/i.test(key));
  if (target instanceof HTMLSelectElement) return !(ctrlKey || metaKey);
  // Space presses the button that has the focus, but everybody who makes music expects it to play.
  return code === "Enter" || key === "Enter";
}
