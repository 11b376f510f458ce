import { useWorkroom } from "../../desk/use-workroom.ts";

/** Who is connected, and the one button that stops them all. */
export function Presence({ onConnect }: { readonly onConnect: () => void }) {
  const { agents } = useWorkroom();
  const present = agents.present.value;
  if (!agents.isOn.value)
    return (
      <section class="sp-part">
        <h3>Agents</h3>
        <p class="sp-soft">Nobody is linked. An AI client that you link can hear about your song, propose, and play with you.</p>
        <button type="button" class="jf-button" onClick={onConnect}>
          Connect one
        </button>
      </section>
    );
  const isPaused = agents.isPaused.value;
  return (
    <section class="sp-part">
      <h3>Agents</h3>
      <div class="sp-row">
        {present.length === 0 ? <span class="sp-soft">Waiting for a client</span> : null}
        {present.map((name) => (
          <span key={name} class="sp-pill">
            {name}
          </span>
        ))}
      </div>
      <button
        type="button"
        class="jf-button"
        aria-pressed={isPaused}
        onClick={() => (isPaused ? agents.resume() : agents.pause())}
        title={isPaused ? "Their calls are refused until you go on" : "Their next calls are refused, and they are told"}
      >
        {isPaused ? "Stopped: let agents go on" : "Stop agents"}
      </button>
      {agents.links.value?.list.some((link) => link.isOn) === true ? null : (
        <button type="button" class="jf-button" onClick={onConnect}>
          Connect one
        </button>
      )}
    </section>
  );
}
