import { useEffect, useState } from "preact/hooks";
import { useDesk } from "../desk/use-desk.ts";
import { useWorkroom } from "../desk/use-workroom.ts";
import { rowAt, rowsOf } from "../timeline/rows.ts";
import type { DropPlace } from "./bring-in.ts";
import { type Dropped, takeEarlyDrops } from "./early-drops.ts";

/** Takes files that are dropped anywhere on the page; on the timeline, at the place under the pointer. */
export function DropLayer() {
  const desk = useDesk();
  const room = useWorkroom();
  const [isOver, over] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener(
      "dragover",
      (event) => {
        if (event.dataTransfer?.types.includes("Files") !== true) return;
        event.preventDefault();
        over(true);
      },
      { signal },
    );
    addEventListener(
      "dragleave",
      (event) => {
        if (event.relatedTarget === null) over(false);
      },
      { signal },
    );
    addEventListener(
      "drop",
      (event) => {
        const { clientX, clientY, dataTransfer } = event;
        const files = [...(dataTransfer?.files ?? [])];
        over(false);
        if (files.length === 0) return;
        event.preventDefault();
        take({ files, clientX, clientY });
      },
      { signal },
    );
    for (const dropped of takeEarlyDrops()) take(dropped);
    return () => stop.abort();
  }, []);

  function take(dropped: Dropped): void {
    const place = placeAt(dropped);
    void import("./bring-in.ts").then(async ({ bringIn }) => {
      for (const file of dropped.files) await bringIn(desk, room, file, place);
    });
  }

  /** The tick and track under the pointer, where it is over the timeline. */
  function placeAt({ clientX, clientY }: Dropped): DropPlace {
    const stage = document.elementFromPoint(clientX, clientY)?.closest(".st-song .st-stage");
    if (stage === null || stage === undefined) return {};
    const { left, top, scale, lanes } = desk.view;
    const box = stage.getBoundingClientRect();
    const at = Math.max(0, Math.round((clientX - box.left + left.peek()) / scale.peek()));
    const row = rowAt(rowsOf(desk.song.peek(), lanes.peek()), clientY - box.top + top.peek());
    return { at, ...(row === undefined ? {} : { track: row.id }) };
  }

  return (
    <>
      {isOver ? <div class="sp-drop">Drop recordings, MIDI files or a session</div> : null}
      <JobList />
    </>
  );
}

/** What is on its way in or out. */
function JobList() {
  const { jobs } = useWorkroom();
  if (jobs.running.value.length === 0) return null;
  return (
    <ul class="sp-jobs" aria-label="Files on their way" role="status">
      {jobs.running.value.map((job) => (
        <li key={job.id}>
          <span>
            {job.name} <span class="sp-soft">{job.says}</span>
          </span>
          <progress aria-label={`Progress of ${job.name}`} {...(job.done === undefined ? {} : { value: job.done })} />
          <button type="button" class="jf-button" data-kind="quiet" aria-label={`Cancel ${job.name}`} onClick={() => job.cancel()}>
            Cancel
          </button>
        </li>
      ))}
    </ul>
  );
}
