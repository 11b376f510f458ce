import { type IconName, button, element } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { midiOfSong } from "../engine/midi.ts";
import { noise } from "../engine/noise.ts";
import { render } from "../engine/offline.ts";
import { wavOf } from "../engine/wav.ts";
import { patternIds } from "../model/song.ts";

interface Item {
  readonly label: (app: App) => string;
  readonly icon: IconName;
  readonly run: (app: App) => void | Promise<void>;
}

const items: readonly Item[] = [
  { label: () => "Save song as WAV", icon: "save", run: saveWav },
  {
    label: () => "Save song as MIDI",
    icon: "save",
    run: (app) => save(new Blob([midiOfSong(app.song.get()).slice()], { type: "audio/midi" }), "sixteen.mid"),
  },
  {
    label: (app) => `Copy ${app.view.get().pattern} to ${following(app)}`,
    icon: "copy",
    run: (app) => {
      const to = following(app);
      app.act("copy_pattern", { from: app.view.get().pattern, to });
      app.look({ pattern: to });
    },
  },
  {
    label: (app) => `Clear pattern ${app.view.get().pattern}`,
    icon: "clear",
    run: (app) => app.act("clear_pattern", { pattern: app.view.get().pattern }),
  },
  { label: () => "Start over", icon: "loop", run: (app) => app.act("start_over", {}) },
];

/** The button for what is rarely needed, and its list. All of it can be undone. */
export function menu(app: App): HTMLElement {
  const list = element("div", { class: "sx-menu jf-panel", popover: "auto", id: "sx-menu" }, [], {
    beforetoggle: () => list.replaceChildren(...items.map((item) => entry(item))),
  });
  const open = button({ label: "More", icon: "more", iconOnly: true, onPress: () => undefined });
  open.setAttribute("popovertarget", "sx-menu");

  function entry(item: Item): HTMLElement {
    return button({
      label: item.label(app),
      icon: item.icon,
      kind: "quiet",
      onPress: () => {
        list.hidePopover();
        void item.run(app);
      },
    });
  }

  return element("div", { class: "sx-menu-place" }, [open, list]);
}

async function saveWav(app: App): Promise<void> {
  const song = app.song.get();
  const away = app.tell(`Rendering ${song.order.length} bars`);
  const audio = await render(song, song.order, { sampleRate: 44_100, tail: 3 }).finally(away);
  const channels = [audio.getChannelData(0), audio.getChannelData(1)];
  save(new Blob([wavOf(channels, audio.sampleRate, noise(16))], { type: "audio/wav" }), "sixteen.wav");
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function following(app: App): (typeof patternIds)[number] {
  return patternIds[(patternIds.indexOf(app.view.get().pattern) + 1) % patternIds.length] ?? "A";
}
