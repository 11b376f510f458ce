import { useState } from "preact/hooks";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly class?: string;
  readonly onSet: (value: string) => void;
}

/** A name to type over: Enter or leaving takes it, Escape does not, nothing is no name. */
export function TextField({ label, value, class: extra = "", onSet }: TextFieldProps) {
  const [typed, type] = useState<string | undefined>(undefined);
  return (
    <input
      class={`st-text ${extra}`}
      type="text"
      autocomplete="off"
      spellcheck={false}
      maxLength={64}
      aria-label={label}
      title={label}
      value={typed ?? value}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        const next = typed?.trim() ?? "";
        type(undefined);
        if (next !== "" && next !== value) onSet(next);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") type(undefined);
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}
