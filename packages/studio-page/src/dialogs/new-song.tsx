import { useDesk } from "../desk/use-desk.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import type { DialogView } from "../shell/dialogs.tsx";
import { type Start, startSong } from "../song/start-song.ts";
import { useHome } from "../store/use-home.ts";

const starts: readonly { readonly id: Start; readonly name: string; readonly about: string; readonly icon: IconName }[] = [
  { id: "empty", name: "Empty", about: "Nothing yet: add a track and begin", icon: "plus" },
  { id: "beat", name: "Beat", about: "Drums with a clip to fill, and a bass", icon: "drum" },
  { id: "band", name: "Band", about: "Drums, bass, keys and a pad, ready for notes", icon: "song" },
];

/** Another song on the page. */
export function NewSong({ onClose }: DialogView) {
  const desk = useDesk();
  const home = useHome();
  return (
    <Dialog title="New song" class="st-new" onClose={onClose}>
      <div class="st-starts">
        {starts.map(({ id, name, about, icon }) => (
          <button
            key={id}
            type="button"
            class="st-start"
            aria-label={`${name}: ${about}`}
            onClick={() => {
              desk.sound.stop();
              onClose();
              void home.add(startSong(id, `s_${crypto.randomUUID().slice(0, 8)}`)).then(() => {
                if (id === "empty") desk.view.dialog.value = "add-track";
              });
            }}
          >
            <Icon name={icon} />
            <strong>{name}</strong>
            <span>{about}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
