import { useEffect, useRef, useState } from "preact/hooks";
import { plainName } from "@jackfield/studio";
import { useDesk } from "../../desk/use-desk.ts";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { bringIn } from "../../files/bring-in.ts";
import type { FileCard } from "../../files/page-files.ts";
import { takeReference } from "../../files/take-reference.ts";
import { download } from "../../files/take-out.ts";
import { when } from "../parts/when.ts";

/** The page's files: what was brought in, bounced or saved by name. Agents read and write these and no others. */
export function FileList() {
  const desk = useDesk();
  const room = useWorkroom();
  const [cards, show] = useState<readonly FileCard[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const look = (): void => void room.files.list().then(show, () => show([]));
    look();
    return room.files.follow(look);
  }, []);
  return (
    <section class="sp-part">
      <h3>Files of this page</h3>
      <p class="sp-soft">Drop recordings, MIDI files or a session anywhere on the page. Agents can use these files and no others.</p>
      <button type="button" class="jf-button" onClick={() => chooser.current?.click()}>
        Bring in …
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to bring in"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          void (async () => {
            for (const file of chosen) await bringIn(desk, room, file);
          })();
        }}
      />
      {cards.length === 0 ? <p class="sp-soft">There are none yet.</p> : null}
      <ul class="sp-list">
        {cards.map(({ name, bytes, at }) => (
          <li key={name}>
            <bdi class="sp-change-name">{plainName(name)}</bdi>
            <span class="sp-soft">
              {size(bytes)} · {when(at)}
            </span>
            <span class="sp-row">
              <button
                type="button"
                class="jf-button"
                data-kind="quiet"
                aria-label={`Download ${name}`}
                onClick={() => void download(room, name)}
              >
                Download
              </button>
              {isSound(name) ? (
                <button
                  type="button"
                  class="jf-button"
                  data-kind="quiet"
                  aria-label={`Compare with ${name}`}
                  aria-pressed={room.inbox.reference.value?.name === name}
                  title="Agents may compare how the song sounds with it"
                  onClick={() => void takeReference(room, name)}
                >
                  Compare
                </button>
              ) : null}
              <button
                type="button"
                class="jf-button"
                data-kind="quiet"
                aria-label={`Remove ${name}`}
                onClick={() => void room.files.remove(name)}
              >
                Remove
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isSound(name: string): boolean {
  return /\.(wav|aiff?|flac|mp3|ogg|opus|caf|m4a|aac)$/iu.test(name);
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
