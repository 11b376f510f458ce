const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");

/** Whether a key press is the one that a command names. */
export function isKeys(keys: string, event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const mod = isMac ? event.metaKey : event.ctrlKey;
  if (parts.includes("Mod") !== mod || parts.includes("Alt") !== event.altKey) return false;
  if (!parts.includes("Mod") && (event.ctrlKey || event.metaKey)) return false;
  if (key === "Space") return event.code === "Space" && parts.includes("Shift") === event.shiftKey;
  // A sign that needs Shift on some keyboards is the sign.
  if (key.length === 1 && !/[a-z0-9]/i.test(key)) return event.key === key;
  return event.key.toLowerCase() === key.toLowerCase() && parts.includes("Shift") === event.shiftKey;
}

/** Keys as people read them: `⌘K`, `Ctrl K`. */
export function keysText(keys: string): string {
  const names: Readonly<Record<string, string>> = isMac ? { Mod: "⌘", Shift: "⇧", Alt: "⌥" } : { Mod: "Ctrl", Shift: "Shift", Alt: "Alt" };
  return keys
    .split("+")
    .map((part) => names[part] ?? part)
    .join(isMac ? "" : " ");
}
