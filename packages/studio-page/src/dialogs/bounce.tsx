import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

/** The song as a sound file. */
export function Bounce({ onClose }: DialogView) {
  return (
    <Dialog title="Bounce" onClose={onClose}>
      <p>Soon</p>
    </Dialog>
  );
}
