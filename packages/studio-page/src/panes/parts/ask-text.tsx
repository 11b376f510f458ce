import { useState } from "preact/hooks";

export interface AskTextProps {
  /** Read aloud, and shown while it is empty. */
  readonly label: string;
  /** What the button says. */
  readonly send: string;
  readonly most: number;
  readonly onSend: (text: string) => void;
}

/** A line to write something in, and a button that sends it. Enter sends too. */
export function AskText({ label, send, most, onSend }: AskTextProps) {
  const [text, write] = useState("");
  return (
    <form
      class="sp-write"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        onSend(text.trim());
        write("");
      }}
    >
      <input
        class="sp-input"
        aria-label={label}
        placeholder={label}
        maxLength={most}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        // Keys that are typed here are no shortcuts.
        onKeyDown={(event) => event.stopPropagation()}
      />
      <button type="submit" class="jf-button" disabled={text.trim() === ""}>
        {send}
      </button>
    </form>
  );
}
