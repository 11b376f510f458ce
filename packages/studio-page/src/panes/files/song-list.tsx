import { useEffect, useState } from "preact/hooks";
import { useDesk } from "../../desk/use-desk.ts";
import { newSong } from "../../song/start-new.ts";
import { useHome } from "../../store/use-home.ts";
import { when } from "../parts/when.ts";

/** The songs of this browser: open, copy, throw away and get back. */
export function SongList() {
  const home = useHome();
  const desk = useDesk();
  const [thrown, throwOne] = useState<{ readonly title: string; readonly back: () => Promise<void> } | undefined>(undefined);
  useEffect(() => void home.look(), [home.id.value]);
  const state = home.keeping.value;
  return (
    <section class="sp-part">
      <h3>Songs in this browser</h3>
      <p class="sp-soft" role="status">
        {state.is === "failing"
          ? state.problem.message
          : !home.shelf.lasts
            ? "This browser keeps nothing for the page."
            : state.is === "keeping"
              ? "Keeping …"
              : "Every change is kept."}
      </p>
      {state.is === "failing" ? (
        <button type="button" class="jf-button" onClick={() => home.retry()}>
          Try again
        </button>
      ) : null}
      <ol class="sp-list">
        {home.list.value.map(({ id, title, at, tracks }) => {
          const isOpen = id === home.id.value;
          const shown = isOpen ? desk.song.value.title : title;
          return (
            <li key={id} class="sp-song" aria-current={isOpen ? "true" : undefined}>
              <button
                type="button"
                class="sp-link sp-change-name"
                onClick={() => void home.go(id).then((went) => went || desk.tell(`“${shown}” cannot be read. What is left of it is kept`))}
              >
                <bdi>{shown}</bdi>
              </button>
              <span class="sp-soft">
                {isOpen ? "open · " : ""}
                {tracks} {tracks === 1 ? "track" : "tracks"} · {when(at)}
              </span>
              <span class="sp-row">
                <button
                  type="button"
                  class="jf-button"
                  data-kind="quiet"
                  aria-label={`Duplicate ${shown}`}
                  onClick={() => void home.duplicate(id)}
                >
                  Duplicate
                </button>
                <button
                  type="button"
                  class="jf-button"
                  data-kind="quiet"
                  aria-label={`Throw ${shown} away`}
                  onClick={() => void home.throwAway(id).then((back) => throwOne({ title: shown, back }))}
                >
                  Throw away
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      {thrown === undefined ? null : (
        <p role="status">
          “<bdi>{thrown.title}</bdi>” is thrown away, for good in a week.{" "}
          <button type="button" class="jf-button" onClick={() => void thrown.back().then(() => throwOne(undefined))}>
            Undo
          </button>
        </p>
      )}
      <button type="button" class="jf-button" onClick={() => void home.add(newSong())}>
        New song
      </button>
    </section>
  );
}
