import { useRef, useState } from "preact/hooks";
import { useDesk } from "../../desk/use-desk.ts";
import { useWorkroom } from "../../desk/use-workroom.ts";
import type { Humming } from "../../agent/capture/microphone.ts";
import { type Tap, tappedNotes } from "../../agent/capture/tapped-notes.ts";

/** Hum a tune or tap a rhythm for an agent: it is told as notes, and no sound leaves the page. */
export function CaptureBox() {
  const { inbox } = useWorkroom();
  const desk = useDesk();
  const [humming, hum] = useState<Humming | undefined>(undefined);
  const taps = useRef<Tap[]>([]);
  const [count, recount] = useState(0);
  const down = useRef(0);

  async function toggle(): Promise<void> {
    if (humming !== undefined) {
      hum(undefined);
      const notes = await humming.stop();
      if (notes.length === 0) return desk.tell("No clear note was heard: hum a little louder, one note after the other");
      inbox.capture.value = { kind: "hum", notes };
      return;
    }
    const { openMicrophone } = await import("../../agent/capture/microphone.ts");
    try {
      hum(await openMicrophone());
    } catch {
      desk.tell("The browser does not let the page hear: allow the microphone for it, then try again");
    }
  }

  function tapped(event: Event): void {
    const seconds = (event.timeStamp - down.current) / 1_000;
    const last = taps.current.at(-1);
    const isNew = last === undefined || down.current / 1_000 - last.at > restartSeconds;
    taps.current = [...(isNew ? [] : taps.current), { at: down.current / 1_000, seconds }];
    recount(taps.current.length);
    inbox.capture.value = { kind: "tap", notes: tappedNotes(taps.current) };
  }

  const capture = inbox.capture.value;
  return (
    <section class="sp-part">
      <h3>Show it what you mean</h3>
      <div class="sp-row">
        <button type="button" class="jf-button" aria-pressed={humming !== undefined} onClick={() => void toggle()}>
          {humming === undefined ? "Hum a tune" : "Stop humming"}
        </button>
        <button
          type="button"
          class="jf-button"
          onPointerDown={(event) => (down.current = event.timeStamp)}
          onPointerUp={tapped}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.repeat) down.current = event.timeStamp;
          }}
          onKeyUp={(event) => {
            if (event.key === "Enter") tapped(event);
          }}
        >
          Tap a rhythm here{count > 0 ? ` (${count})` : ""}
        </button>
      </div>
      <p class="sp-soft" role="status">
        {capture === undefined
          ? "Agents read it as notes. No sound leaves this page."
          : `${capture.notes.length} ${capture.kind === "hum" ? "hummed" : "tapped"} notes are ready for the agent.`}
      </p>
    </section>
  );
}

/** After so long a pause a tap begins a new rhythm. */
const restartSeconds = 3;
