import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";
import type { DialogView } from "../shell/dialogs.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** Names a part of the song, or takes its name away: `section ID TICK TICKS`. */
export function SectionDialog({ rest: [id = "", tick = "0", ticks = "1"], onClose }: DialogView) {
  const desk = useDesk();
  const there = desk.song.value.sections[id];
  return (
    <NameDialog
      title={there === undefined ? "New section" : "Section"}
      label="Name of the section"
      value={there?.name ?? "Verse"}
      done={there === undefined ? "Add section" : "Rename"}
      onClose={onClose}
      onDone={(name) => desk.act(`Section ${name}`, [{ op: "section.set", id, name, tick: Number(tick), ticks: Number(ticks) }])}
    >
      {there === undefined ? null : (
        <Button
          label="Remove section"
          kind="plain"
          onPress={() => {
            onClose();
            desk.act("Remove section", [{ op: "section.remove", id }]);
          }}
        >
          Remove
        </Button>
      )}
    </NameDialog>
  );
}
