import { selectedClips } from "../actions/clips.ts";
import { useDesk } from "../desk/use-desk.ts";
import type { DialogView } from "../shell/dialogs.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** Another name for the selected clips. */
export function RenameClip({ onClose }: DialogView) {
  const desk = useDesk();
  const clips = selectedClips(desk);
  return (
    <NameDialog
      title="Rename clip"
      label="Name of the clip"
      value={clips[0]?.it.name ?? ""}
      done="Rename"
      onClose={onClose}
      onDone={(name) =>
        desk.act(
          "Rename clip",
          clips.map(({ track, clip }) => ({ op: "clip.set", track, clip, name })),
        )
      }
    />
  );
}
