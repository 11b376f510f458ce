import { element, mark } from "./element.ts";

export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly panel: HTMLElement;
}

export interface Tabs {
  readonly root: HTMLElement;
  show(id: string): void;
  /** A mark beside a tab's name: something is new there. */
  badge(id: string, text: string): void;
}

/** Tabs over panels (WAI-ARIA: arrows move, the shown panel is the selected tab's). */
export function tabs(label: string, list: readonly Tab[]): Tabs {
  const handles = list.map((tab, index) => {
    const badge = element("span", { class: "jf-badge", hidden: true });
    const handle = element(
      "button",
      { type: "button", class: "jf-tab", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}` },
      [tab.name, badge],
      {
        click: () => show(tab.id),
        keydown: (event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          const next = by === 0 ? undefined : list[(index + by + list.length) % list.length];
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          show(next.id);
          handles.find((each) => each.id === next.id)?.handle.focus();
        },
      },
    );
    mark(tab.panel, { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}` });
    return { id: tab.id, handle, badge, panel: tab.panel };
  });

  function show(id: string): void {
    for (const each of handles) {
      mark(each.handle, { "aria-selected": each.id === id ? "true" : "false", tabindex: each.id === id ? 0 : -1 });
      each.panel.hidden = each.id !== id;
    }
  }

  const bar = element(
    "div",
    { class: "jf-tabs", role: "tablist", "aria-label": label },
    handles.map((each) => each.handle),
  );
  show(list[0]?.id ?? "");
  return {
    root: element("div", { class: "jf-tabbed" }, [bar, ...list.map((tab) => tab.panel)]),
    show,
    badge(id, text) {
      const found = handles.find((each) => each.id === id);
      if (found === undefined) return;
      found.badge.textContent = text;
      found.badge.hidden = text === "";
    },
  };
}
