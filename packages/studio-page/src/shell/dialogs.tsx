import type { ComponentType } from "preact";
import { useDesk } from "../desk/use-desk.ts";
import { useLater } from "../parts/use-later.ts";

export interface DialogView {
  /** What stands behind the dialog's name. */
  readonly rest: readonly string[];
  readonly onClose: () => void;
}

/** The dialog that is open: `NAME`, and what it is about behind it. */
export function Dialogs() {
  const { view } = useDesk();
  const dialogs: Readonly<Record<string, ComponentType<DialogView>>> = useLater()?.dialogs ?? {};
  const [name = "", ...rest] = view.dialog.value?.split(" ") ?? [];
  const View = Object.hasOwn(dialogs, name) ? dialogs[name] : undefined;
  return View === undefined ? null : <View key={view.dialog.value} rest={rest} onClose={() => void (view.dialog.value = undefined)} />;
}
