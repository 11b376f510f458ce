import { useDesk } from "../desk/use-desk.ts";
import { panes } from "../panes/panes.ts";
import { useLater } from "../parts/use-later.ts";

/** The pane that is open on the right, with the tabs of all of them. */
export function PaneSide() {
  const { view } = useDesk();
  const open = panes.find(({ id }) => id === view.pane.value) ?? (view.place.value === "pane" ? panes[0] : undefined);
  const views = useLater()?.paneViews;
  if (open === undefined) return null;
  const View = views?.[open.id];
  return (
    <aside class="st-pane" aria-label={open.name}>
      <div class="sp-tabs" role="tablist" aria-label="Panes">
        {panes.map(({ id, name, icon, badge }) => (
          <button
            key={id}
            id={`sp-tab-${id}`}
            type="button"
            role="tab"
            class="sp-tab"
            aria-selected={id === open.id}
            aria-controls="sp-pane"
            aria-label={badge === undefined || badge.value === 0 ? name : `${name}, ${badge.value} new`}
            title={name}
            tabIndex={id === open.id ? 0 : -1}
            onClick={() => (view.pane.value = id)}
            onKeyDown={(event) => step(event, id, (to) => (view.pane.value = to))}
          >
            <svg class="jf-icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
            {badge === undefined || badge.value === 0 ? null : <span class="sp-badge">{badge.value}</span>}
          </button>
        ))}
        <button
          type="button"
          class="sp-tab sp-close"
          aria-label="Close the pane"
          title="Close the pane"
          onClick={() => (view.pane.value = undefined)}
        >
          <svg class="jf-icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      <div id="sp-pane" class="sp-body" role="tabpanel" aria-labelledby={`sp-tab-${open.id}`}>
        {View === undefined ? null : <View />}
      </div>
    </aside>
  );
}

/** Arrow keys go from tab to tab, as in every list of tabs. */
function step(event: KeyboardEvent, from: string, go: (to: string) => void): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const to = panes[(panes.findIndex(({ id }) => id === from) + by + panes.length) % panes.length];
  if (to === undefined) return;
  go(to.id);
  requestAnimationFrame(() => document.getElementById(`sp-tab-${to.id}`)?.focus());
}
