import "@jackfield/web/style.css";
import "../style/sequencer.css";
import { notices } from "@jackfield/web/dom";
import { openApp } from "./app.ts";
import { connect } from "./connect.ts";
import { browserShelf } from "./state/storage.ts";
import { pageView } from "./view/page-view.ts";

const notes = notices();
const app = openApp({ storage: browserShelf, tell: (text) => notes.tell({ text }) });
pageView(app, connect(app), notes);
