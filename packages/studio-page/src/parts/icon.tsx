/** Line icons on a 24-unit square. */
const paths = {
  play: "M8 5.5v13l10.5-6.5z",
  stop: "M7 7h10v10H7z",
  start: "M6 6v12M18 6l-9 6 9 6z",
  loop: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  undo: "M9 14 4.5 9.5 9 5M5 9.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 14l4.5-4.5L15 5M19 9.5h-9a5 5 0 0 0 0 10h3",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  find: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  select: "M6 4l12 7.5-5.5 1.2L9.8 18z",
  song: "M4 7h9M4 12h16M8 17h9",
  notes: "M4 8h6v3H4zM12 5h8v3h-8zM9 16h9v3H9z",
  mixer: "M6 4v9M6 17v3M12 4v3M12 11v9M18 4v11M18 19v1M4 15h4M10 9h4M16 17h4",
  sound: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 12l4-4",
  agent: "M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8zM19 16v5M16.5 18.5h5",
  ear: "M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  curve: "M4 18c5 0 5-12 9-12 3 0 4 5 7 5",
  save: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17.5h.01",
  drum: "M4 9c0-2 3.6-3.5 8-3.5S20 7 20 9s-3.6 3.5-8 3.5S4 11 4 9zM4 9v7c0 2 3.6 3.5 8 3.5s8-1.5 8-3.5V9",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
} as const;

export type IconName = keyof typeof paths;

/** A drawn icon. It says nothing aloud: name the control around it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="jf-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
