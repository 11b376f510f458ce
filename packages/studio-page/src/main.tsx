import "@jackfield/web/style.css";
import "../style/index.css";
import type { OpenSong, SampleData, Song } from "@jackfield/studio";
import { notices } from "@jackfield/web/dom";
import { render } from "preact";
import { isControlled } from "./control/is-controlled.ts";
import { type Desk, openDesk, personCaller } from "./desk/desk.ts";
import { DeskContext } from "./desk/use-desk.ts";
import { WorkroomContext } from "./desk/use-workroom.ts";
import { keepEarlyDrops } from "./files/early-drops.ts";
import { followTheme } from "./parts/colors.ts";
import { laterRoom, loadLater } from "./parts/use-later.ts";
import { Shell } from "./shell/shell.tsx";
import { openHome } from "./store/home.ts";
import { isInSpace } from "./store/space/is-in-space.ts";
import { HomeContext } from "./store/use-home.ts";

keepEarlyDrops();
const notes = notices();
// Of its own: what is rendered into an element that has others in it takes those for its own, and reuses them.
const root = document.createElement("div");
root.className = "st-root";
document.body.append(root, notes.root);
const tell: Desk["tell"] = (text, action) =>
  void notes.tell(action === undefined ? { text, lasts: 6_000 } : { text, action, lasts: 60_000 });
let shown: Desk | undefined;

function show(open: OpenSong, samples: Map<string, SampleData>, isSame: boolean): void {
  if (shown === undefined) shown = openDesk({ open, samples, tell });
  else shown.replace(open, isSame);
}

const firstSong = async (id: string): Promise<Song> => (await import("./song/first-song.ts")).firstSong(id);
const home = isInSpace()
  ? await (
      await import("./store/space/space-home.ts")
    ).openSpaceHome({
      tell,
      show: (open, samples, caller) => void (shown = openDesk({ open, samples, tell, caller })),
    })
  : await openHome({ firstSong, caller: personCaller, show, tell });
const desk = shown;
if (desk === undefined) throw new Error("The page has no song");
followTheme();
render(
  <HomeContext.Provider value={home}>
    <DeskContext.Provider value={desk}>
      <Page />
    </DeskContext.Provider>
  </HomeContext.Provider>,
  root,
);
const room = await loadLater(desk, home);

// Somebody has shared a song by a link; what opens it is loaded then.
function lookForShared(): void {
  if (location.hash.startsWith("#song=")) void import("./store/open-shared.ts").then(({ openShared }) => openShared(home, tell));
}
lookForShared();
addEventListener("hashchange", lookForShared);

// A process of this computer that was started to move the page; nothing of it is loaded otherwise.
if (isControlled()) void import("./control/move-page.ts").then(({ movePage }) => movePage(desk, room, home));

/** The workroom comes when the song is there already. */
function Page() {
  return (
    <WorkroomContext.Provider value={laterRoom()}>
      <Shell />
    </WorkroomContext.Provider>
  );
}
