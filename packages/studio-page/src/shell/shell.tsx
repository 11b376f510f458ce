import { useKeys } from "../commands/use-keys.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Editor } from "../editor/editor.tsx";
import { SongView } from "../timeline/song-view.tsx";
import { useLater } from "../parts/use-later.ts";
import { PaneSide } from "./pane-side.tsx";
import { Dialogs } from "./dialogs.tsx";
import { MenuLayer } from "./menu-layer.tsx";
import { PlaceBar } from "./place-bar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The whole page: bar, song, editor, panes. On a phone one of them at a time, by `place`. */
export function Shell() {
  const { view } = useDesk();
  const later = useLater();
  useKeys();
  return (
    <div class="st" data-place={view.place.value} data-pane={view.pane.value !== undefined}>
      <TopBar />
      <main class="st-main">
        <SongView />
        <Editor />
      </main>
      <PaneSide />
      <PlaceBar />
      <MenuLayer />
      <Dialogs />
      {later === undefined ? null : <later.DropLayer />}
    </div>
  );
}
