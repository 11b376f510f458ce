import { useEffect, useRef } from "preact/hooks";
import { themeButton } from "@jackfield/web/dom";
import { playOrStop, toggleLoop } from "../actions/transport.ts";
import { keysText } from "../commands/keys.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/text-field.tsx";
import { panes } from "../panes/panes.ts";
import { Display } from "./display.tsx";
import { MasterMeter } from "./master-meter.tsx";

/** Title, transport and what is done to all of the song. */
export function TopBar() {
  const desk = useDesk();
  const { song, sound, view } = desk;
  const playing = sound.playing.value;
  return (
    <header class="st-top">
      <div class="st-top-part st-top-song">
        <Button
          label="Song menu"
          icon="song"
          onPress={({ currentTarget }) => {
            const box = (currentTarget as Element).getBoundingClientRect();
            const open = (dialog: string) => (): void => void (view.dialog.value = dialog);
            view.menu.value = {
              label: "Song",
              x: box.left,
              y: box.bottom + 4,
              items: [
                { text: "New…", run: open("new-song") },
                { text: "Key, tempo and meter…", run: open("song") },
                { text: "Bounce to WAV…", keys: "Mod+B", run: open("bounce") },
                { text: "Keys…", keys: "?", run: open("help") },
              ],
            };
          }}
        />
        <TextField
          class="st-title"
          label="Title of the song"
          value={song.value.title}
          onSet={(title) => desk.act("Rename song", [{ op: "song.set", title }])}
        />
      </div>
      <div class="st-top-part st-transport" role="toolbar" aria-label="Transport">
        <Button
          label="Back to the beginning"
          icon="start"
          keys="Home"
          onPress={() => {
            view.cursor.value = 0;
            view.left.value = 0;
            if (playing) sound.play(0);
          }}
        />
        <Button
          label={playing ? "Stop" : "Play"}
          icon={playing ? "stop" : "play"}
          kind="main"
          class="st-play"
          keys="Space"
          onPress={() => playOrStop(desk)}
        />
        <Button label="Loop" icon="loop" keys="L" pressed={view.loop.value.on} onPress={() => toggleLoop(desk)} />
      </div>
      <Display />
      <div class="st-top-part">
        <Button label="Undo" icon="undo" keys={keysText("Mod+Z")} disabled={!desk.canUndo.value} onPress={() => desk.undo()} />
        <Button label="Redo" icon="redo" keys={keysText("Mod+Shift+Z")} disabled={!desk.canRedo.value} onPress={() => desk.redo()} />
      </div>
      <MasterMeter />
      <div class="st-top-part st-top-end">
        <Button label="Find a command" icon="find" keys={keysText("Mod+K")} onPress={() => void (view.dialog.value = "palette")} />
        <ThemeButton />
        {panes.map(({ id, name, icon, badge }) => (
          <button
            key={id}
            type="button"
            class="jf-button st-pane-button"
            data-kind="quiet"
            data-icon-only=""
            aria-label={badge === undefined || badge.value === 0 ? name : `${name}, ${badge.value} new`}
            title={name}
            aria-pressed={view.pane.value === id}
            onClick={() => void (view.pane.value = view.pane.value === id ? undefined : id)}
          >
            <svg class="jf-icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
            {badge === undefined || badge.value === 0 ? null : <span class="st-badge">{badge.value}</span>}
          </button>
        ))}
      </div>
    </header>
  );
}

/** The theme button that all our pages have. */
function ThemeButton() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.replaceChildren(themeButton()), []);
  return <span ref={place} class="st-theme" />;
}
