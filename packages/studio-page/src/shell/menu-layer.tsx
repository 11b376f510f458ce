import { useEffect, useRef } from "preact/hooks";
import { keysText } from "../commands/keys.ts";
import { useDesk } from "../desk/use-desk.ts";

/** The menu that is open, at its place: arrows move in it, Escape and whatever is beside it close it. */
export function MenuLayer() {
  const { view } = useDesk();
  const menu = view.menu.value;
  const root = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);

  useEffect(() => {
    const target = root.current;
    if (menu === undefined || target === null) return;
    before.current = document.activeElement;
    const { width, height } = target.getBoundingClientRect();
    target.style.left = `${Math.max(4, Math.min(menu.x, innerWidth - width - 8))}px`;
    target.style.top = `${Math.max(4, Math.min(menu.y, innerHeight - height - 8))}px`;
    target.querySelector("button")?.focus();
    const away = (event: PointerEvent): void => {
      if (!target.contains(event.target as Node)) view.menu.value = undefined;
    };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, [menu]);

  if (menu === undefined) return null;
  const close = (): void => {
    view.menu.value = undefined;
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div
      ref={root}
      class="st-menu"
      role="menu"
      aria-label={menu.label}
      onKeyDown={(event) => {
        const items = [...(root.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])];
        const at = items.indexOf(document.activeElement as HTMLElement);
        const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (by !== 0) items[(at + by + items.length) % items.length]?.focus();
        if (event.key === "Escape" || event.key === "Tab") close();
        if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
        event.stopPropagation();
      }}
    >
      {menu.items.map(({ text, keys, chosen, disabled, run }) => (
        <button
          key={text}
          type="button"
          class="st-menu-item"
          role={chosen === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={chosen}
          disabled={disabled}
          onClick={() => {
            close();
            run();
          }}
        >
          <span>{text}</span>
          {keys === undefined ? null : <kbd>{keysText(keys)}</kbd>}
        </button>
      ))}
    </div>
  );
}
