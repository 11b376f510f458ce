import { button, element, mark, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import type { Due } from "../engine/transport.ts";
import { limits } from "../model/limits.ts";
import { type PatternId, isPatternId, patternIds } from "../model/song.ts";
import { drawn } from "../state/store.ts";

export interface PatternBar {
  readonly root: HTMLElement;
  hear(due: Due | undefined): void;
}

/** Patterns A to D with their names, and the order the song plays them in. */
export function patternBar(app: App): PatternBar {
  const picks = patternIds.map((id) => {
    const name = element("span", { class: "sx-pick-name" });
    const root = element(
      "button",
      { type: "button", class: "sx-pick", title: `Pattern ${id}` },
      [element("span", { class: "sx-pick-letter" }, [id]), name],
      { click: () => app.look({ pattern: id }) },
    );
    return { id, name, root };
  });
  const name = element(
    "input",
    { class: "sx-name", maxlength: limits.name, spellcheck: "false", autocomplete: "off", "aria-label": "Name of the pattern" },
    [],
    {
      change: () =>
        app.act("rename_pattern", {
          pattern: app.view.get().pattern,
          name: name.value.trim().slice(0, limits.name) || `Pattern ${app.view.get().pattern}`,
        }),
      keydown: (event) => {
        if (event.key === "Enter") name.blur();
      },
    },
  );
  const order = songOrder(app);
  drawn([app.song, app.view], () => {
    const { patterns } = app.song.get();
    const { pattern } = app.view.get();
    for (const pick of picks) {
      mark(pick.root, {
        "aria-pressed": pick.id === pattern ? "true" : "false",
        "aria-label": `Pattern ${pick.id}, ${patterns[pick.id].name}`,
      });
      say(pick.name, patterns[pick.id].name);
    }
    if (document.activeElement !== name) name.value = patterns[pattern].name;
  });
  return {
    root: element("div", { class: "sx-bar" }, [
      element(
        "div",
        { class: "sx-picks", role: "group", "aria-label": "Patterns" },
        picks.map((pick) => pick.root),
      ),
      name,
      order.root,
    ]),
    hear(due) {
      for (const pick of picks) mark(pick.root, { "data-now": pick.id === due?.pattern });
      order.hear(due);
    },
  };
}

/** The song's order: a strip to see and press, letters to edit. */
function songOrder(app: App): PatternBar {
  const strip = element("ol", { class: "sx-slots", "aria-label": "Song order" });
  const field = element(
    "input",
    {
      class: "sx-order",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "characters",
      "aria-label": "Song order, letters A to D",
      hidden: true,
    },
    [],
    {
      blur: () => close(true),
      keydown: (event) => {
        if (event.key === "Enter") close(true);
        if (event.key === "Escape") close(false);
      },
    },
  );
  const edit = button({ label: "Edit", onPress: () => open() });
  const song = button({ label: "Song", icon: "loop", onPress: () => app.look({ songMode: !app.view.get().songMode }) });
  mark(song, { title: "Play the song's order instead of one pattern" });
  let slots: HTMLElement[] = [];

  function open(): void {
    field.value = app.song.get().order.join(" ");
    field.hidden = false;
    strip.hidden = true;
    edit.hidden = true;
    field.focus();
    field.select();
  }

  function close(save: boolean): void {
    if (field.hidden) return;
    field.hidden = true;
    strip.hidden = false;
    edit.hidden = false;
    const letters = Array.from(field.value.toUpperCase())
      .filter((letter): letter is PatternId => isPatternId(letter))
      .slice(0, limits.order);
    if (save && letters.length > 0) app.act("set_order", { order: letters });
  }

  drawn([app.song], () => {
    slots = app.song.get().order.map((pattern, index) =>
      element("li", {}, [
        element("button", { type: "button", class: "sx-slot-pick", "aria-label": `Bar ${index + 1}, pattern ${pattern}` }, [pattern], {
          click: () => {
            app.look({ pattern });
            if (app.view.get().songMode && app.player.status.get().is !== "stopped") app.player.play({ play: "song", from: index });
          },
        }),
      ]),
    );
    strip.replaceChildren(...slots);
  });
  drawn([app.view], () => mark(song, { "aria-pressed": app.view.get().songMode ? "true" : "false" }));
  return {
    root: element("div", { class: "sx-song" }, [song, strip, field, edit]),
    hear(due) {
      for (const [index, slot] of slots.entries()) mark(slot, { "data-now": due?.slot === index });
    },
  };
}
