import { useDesk } from "../desk/use-desk.ts";
import { panes } from "../panes/panes.ts";

/** The pane that is open on the right, with the tabs of all of them. */
export function PaneSide() {
  const { view } = useDesk();
  const open = panes.find(({ id }) => id === view.pane.value) ?? (view.place.value === "pane" ? panes[0] : undefined);
  if (open === undefined) return null;
  const View = open.view;
  return (
    <aside class="st-pane" aria-label={open.name}>
      <View />
    </aside>
  );
}
