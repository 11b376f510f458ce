export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly class?: string;
  readonly onChoose: (value: T) => void;
}

/** A choice of one, as the system has it. */
export function Select<T extends string>({ label, value, options, class: extra = "", onChoose }: SelectProps<T>) {
  return (
    <select
      class={`jf-select st-select ${extra}`}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value as T)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
