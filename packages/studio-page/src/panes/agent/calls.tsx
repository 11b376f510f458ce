import { useWorkroom } from "../../desk/use-workroom.ts";

const words = { done: "done", failed: "failed", refused: "refused", cancelled: "given up", stopped: "stopped" } as const;
/** More is in the Connect pane. */
const shown = 12;

/** What agents do now and did last. */
export function Calls() {
  const { agents } = useWorkroom();
  const activity = agents.activity.value.slice(0, shown);
  if (activity.length === 0) return null;
  return (
    <section class="sp-part">
      <h3>Calls</h3>
      <ol class="sp-calls" aria-label="Calls, newest first">
        {activity.map((call) => {
          const { id, agent, title, end, ms, waiting, why } = call;
          return (
            <li key={`${agent} ${id}`} data-end={end ?? "running"} title={why}>
              <span class="sp-call-name">{title}</span>
              <span class="sp-soft">
                {agent} · {end === undefined ? (waiting ? "waits for you" : "runs") : words[end]}
                {ms === undefined ? "" : ` · ${ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`}`}
              </span>
              {end === undefined ? (
                <button type="button" class="jf-button" data-kind="quiet" aria-label={`Stop ${title}`} onClick={() => call.stop()}>
                  Stop
                </button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
