import { useDesk } from "../desk/use-desk.ts";
import type { DialogView } from "../shell/dialogs.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** Names a place of the song: `marker ID TICK`. */
export function MarkerDialog({ rest: [id = "", tick = "0"], onClose }: DialogView) {
  const desk = useDesk();
  return (
    <NameDialog
      title="New marker"
      label="Name of the marker"
      value="Here"
      done="Set marker"
      onClose={onClose}
      onDone={(name) => desk.act(`Marker ${name}`, [{ op: "marker.set", id, name, tick: Number(tick) }])}
    />
  );
}
