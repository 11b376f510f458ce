import { useState } from "preact/hooks";
import { useDesk } from "../../desk/use-desk.ts";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { takeOut, takeOutStems } from "../../files/take-out.ts";

const formats = { wav: ["16", "24", "32f"], aiff: ["16", "24"], flac: ["16", "24"] } as const;
type Format = keyof typeof formats;

/** The song as files: a bounce, its stems, MIDI, or the whole session as one. */
export function ExportBox() {
  const desk = useDesk();
  const room = useWorkroom();
  const [format, choose] = useState<Format>("wav");
  const [bits, pick] = useState<string>("24");
  const [isLoop, only] = useState(false);
  const loop = desk.view.loop.value;
  const name = plainName(desk.song.value.title);
  const sound = { format, bits, ...(isLoop && loop.on ? { selection: true } : {}) };
  return (
    <section class="sp-part">
      <h3>Take it out</h3>
      <div class="sp-row">
        <select
          class="jf-select"
          aria-label="Format"
          value={format}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as Format;
            choose(next);
            if (!formats[next].some((each) => each === bits)) pick("24");
          }}
        >
          {Object.keys(formats).map((each) => (
            <option key={each} value={each}>
              {each.toUpperCase()}
            </option>
          ))}
        </select>
        <select class="jf-select" aria-label="Bits" value={bits} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          {formats[format].map((each) => (
            <option key={each} value={each}>
              {each === "32f" ? "32 bit float" : `${each} bit`}
            </option>
          ))}
        </select>
        <label class="sp-choice">
          <input
            type="checkbox"
            checked={isLoop && loop.on}
            disabled={!loop.on}
            onChange={({ currentTarget }) => only(currentTarget.checked)}
          />
          only the loop
        </label>
      </div>
      <div class="sp-row">
        <button type="button" class="jf-button" onClick={() => void takeOut(desk, room, `${name}.${format}`, "file.bounce_mix", sound)}>
          Bounce
        </button>
        <button type="button" class="jf-button" onClick={() => void takeOutStems(desk, room, `${name} stems`, sound)}>
          Stems
        </button>
        <button type="button" class="jf-button" onClick={() => void takeOut(desk, room, `${name}.mid`, "file.export_midi", {})}>
          MIDI
        </button>
        <button type="button" class="jf-button" onClick={() => void takeOut(desk, room, `${name}.studio`, "session.save_copy", {})}>
          Session
        </button>
      </div>
    </section>
  );
}

/** A title as the name of a file: songs may be called anything. */
function plainName(title: string): string {
  return (
    title
      .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, "-")
      .replaceAll(/^\.+|\.+$/gu, "")
      .trim()
      .slice(0, 80) || "Song"
  );
}
