import { ExportBox } from "./export-box.tsx";
import { FileList } from "./file-list.tsx";
import { SongList } from "./song-list.tsx";

/** The songs that this browser keeps, and the page's files. */
export function FilesPane() {
  return (
    <div class="sp">
      <SongList />
      <ExportBox />
      <FileList />
    </div>
  );
}
