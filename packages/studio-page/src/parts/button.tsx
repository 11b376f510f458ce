import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps {
  /** Read aloud and, where there is only an icon, shown as a tooltip. */
  readonly label: string;
  readonly icon?: IconName;
  /** What is seen beside the icon. */
  readonly children?: ComponentChildren;
  readonly kind?: "main" | "quiet" | "plain";
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onPress: (event: MouseEvent) => void;
}

/** A push button; with `pressed`, one that stays down. */
export function Button({ label, icon, children, kind = "quiet", keys, pressed, disabled, class: extra = "", onPress }: ButtonProps) {
  const tip = keys === undefined ? label : `${label}  ${keys}`;
  return (
    <button
      type="button"
      class={`jf-button ${extra}`}
      data-kind={kind === "plain" ? undefined : kind}
      data-icon-only={children === undefined ? "" : undefined}
      aria-label={label}
      title={tip}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
