import { drawing } from "./element.ts";

/** Line icons on a 24-unit square. */
const paths = {
  play: "M8 5.5v13l10.5-6.5z",
  stop: "M7 7h10v10H7z",
  undo: "M9 14 4.5 9.5 9 5M5 9.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 14l4.5-4.5L15 5M19 9.5h-9a5 5 0 0 0 0 10h3",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  ear: "M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3",
  loop: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  down: "M12 5v14M6 13l6 6 6-6",
  up: "M12 19V5M6 11l6-6 6 6",
  save: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
} as const;

export type IconName = keyof typeof paths;

/** A drawn icon. It says nothing aloud: name the control around it. */
export function icon(name: IconName): SVGSVGElement {
  return drawing("svg", { class: "jf-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [drawing("path", { d: paths[name] })]);
}
