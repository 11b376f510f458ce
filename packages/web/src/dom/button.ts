import { element, mark } from "./element.ts";
import { type IconName, icon } from "./icon.ts";

export interface ButtonOptions {
  /** Shown, and read aloud. With `iconOnly` only read aloud and shown as a tooltip. */
  readonly label: string;
  readonly icon?: IconName;
  readonly iconOnly?: boolean;
  /** `main`: the one thing to do here. `quiet`: no frame. */
  readonly kind?: "main" | "quiet";
  readonly onPress: () => void;
}

/** A push button. */
export function button(options: ButtonOptions): HTMLButtonElement {
  return element(
    "button",
    {
      type: "button",
      class: "jf-button",
      "data-kind": options.kind,
      "data-icon-only": options.iconOnly === true,
      "aria-label": options.iconOnly === true ? options.label : undefined,
      title: options.iconOnly === true ? options.label : undefined,
    },
    [options.icon === undefined ? undefined : icon(options.icon), options.iconOnly === true ? undefined : options.label],
    { click: options.onPress },
  );
}

/** Swaps an icon button's face and name. */
export function relabel(target: HTMLButtonElement, label: string, name: IconName): void {
  if (target.getAttribute("aria-label") === label) return;
  mark(target, { "aria-label": label, title: label });
  target.replaceChildren(icon(name));
}
