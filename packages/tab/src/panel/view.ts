import type { Link } from "../link.ts";
import type { Links } from "../links.ts";

/** What the parts of a panel look at. */
export interface View {
  readonly links: Links;
  /** The link the person looks at. */
  readonly link: Link;
  select(link: Link): void;
  /** Read out by screen readers. */
  say(text: string): void;
  redraw(): void;
}

/** Copies a text, and says so on the button for a moment. */
export async function copy(view: View, button: HTMLButtonElement, text: string, what: string): Promise<void> {
  const before = button.textContent;
  // Blocked in frames without the permission: then the person is told, and can select the text.
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  view.say(copied ? `${what} copied` : `The browser did not allow copying: select the text instead`);
  button.textContent = copied ? "Copied" : "Not allowed";
  setTimeout(() => (button.textContent = before), 1_600);
}
