import { button, relabel } from "./button.ts";

const KEY = "jackfield-theme";

/** A button between light and dark. Follows the system until pressed; the choice stays in this browser. */
export function themeButton(): HTMLButtonElement {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const kept = readKept();
  if (kept !== undefined) root.dataset["theme"] = kept;
  const made = button({
    label: "",
    icon: "moon",
    iconOnly: true,
    kind: "quiet",
    onPress: () => {
      const next = shown() === "dark" ? "light" : "dark";
      root.dataset["theme"] = next;
      keep(next);
      draw();
    },
  });

  function shown(): "light" | "dark" {
    const chosen = root.dataset["theme"];
    return chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
  }

  function draw(): void {
    relabel(made, shown() === "dark" ? "Use light colours" : "Use dark colours", shown() === "dark" ? "sun" : "moon");
  }

  system.addEventListener("change", draw);
  draw();
  return made;
}

function readKept(): "light" | "dark" | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : undefined;
  } catch {
    // Storage may be forbidden: then the system's choice stands.
    return undefined;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden or full: the choice then lasts as long as the page.
  }
}
