import "@jackfield/web/style.css";
import "../style/index.css";
import { OpenSong } from "@jackfield/studio";
import { notices } from "@jackfield/web/dom";
import { render } from "preact";
import { openDesk } from "./desk/desk.ts";
import { DeskContext } from "./desk/use-desk.ts";
import { Shell } from "./shell/shell.tsx";
import { firstSong } from "./song/first-song.ts";

const notes = notices();
const desk = openDesk({
  open: new OpenSong({ song: firstSong(crypto.randomUUID()), now: () => Date.now() }),
  tell: (text) => void notes.tell({ text, lasts: 6_000 }),
});
render(
  <DeskContext.Provider value={desk}>
    <Shell />
  </DeskContext.Provider>,
  document.body,
);
document.body.append(notes.root);
