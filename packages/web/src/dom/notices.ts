import { button } from "./button.ts";
import { element } from "./element.ts";

export interface Notice {
  readonly text: string;
  /** Milliseconds until it goes by itself; without it, it stays until closed. */
  readonly lasts?: number;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface Notices {
  readonly root: HTMLElement;
  /** Shows a notice and returns what takes it away. */
  tell(notice: Notice): () => void;
}

/** At most this many are shown; the oldest goes. */
const MOST = 3;

/** Short messages in a corner, read aloud when they come. */
export function notices(): Notices {
  const root = element("div", { class: "jf-notices", role: "status", "aria-live": "polite" });
  return {
    root,
    tell({ text, lasts, action }) {
      const away = (): void => shown.remove();
      const shown = element("div", { class: "jf-notice" }, [
        element("span", { class: "jf-notice-text" }, [text]),
        action === undefined
          ? undefined
          : button({
              label: action.label,
              onPress: () => {
                away();
                action.onPress();
              },
            }),
        button({ label: "Close", icon: "close", iconOnly: true, kind: "quiet", onPress: away }),
      ]);
      root.append(shown);
      while (root.childElementCount > MOST) root.firstElementChild?.remove();
      if (lasts !== undefined) setTimeout(away, lasts);
      return away;
    },
  };
}
