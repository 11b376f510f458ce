import { useState } from "preact/hooks";

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly digits?: number;
  readonly onSet: (value: number) => void;
}

/** A number to type: Enter or leaving takes it, Escape does not, arrows go by one. */
export function NumberField({ label, value, least, most, digits = 0, onSet }: NumberFieldProps) {
  const [typed, type] = useState<string | undefined>(undefined);

  function take(text: string | undefined): void {
    type(undefined);
    const number = Number(text?.replace(",", "."));
    if (text === undefined || text.trim() === "" || !Number.isFinite(number)) return;
    const next = Number(Math.min(most, Math.max(least, number)).toFixed(digits));
    if (next !== value) onSet(next);
  }

  return (
    <input
      class="st-number"
      type="text"
      inputMode="decimal"
      autocomplete="off"
      aria-label={label}
      title={label}
      data-least={least}
      data-most={most}
      value={typed ?? String(Number(value.toFixed(digits)))}
      onInput={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => take(typed)}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        if (by !== 0) {
          event.preventDefault();
          take(String(value + by * (event.shiftKey ? 10 : 1)));
        } else if (event.key === "Enter") event.currentTarget.blur();
        else if (event.key === "Escape") {
          type(undefined);
          event.currentTarget.value = String(value);
          event.currentTarget.blur();
        }
        event.stopPropagation();
      }}
    />
  );
}
