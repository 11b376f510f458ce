import { ExportBox } from "../panes/files/export-box.tsx";
import { Dialog } from "../parts/dialog.tsx";
import type { DialogView } from "../shell/dialogs.tsx";

/** The song as files. */
export function Bounce({ onClose }: DialogView) {
  return (
    <Dialog title="Bounce" class="st-bounce" onClose={onClose}>
      <ExportBox />
    </Dialog>
  );
}
