import "@jackfield/web/style.css";
import "../style/sequencer.css";
import { notices } from "@jackfield/web/dom";
import { openApp } from "./app.ts";
import { connectPanel } from "./connect.ts";
import { pageView } from "./view/page-view.ts";

const notes = notices();
const app = openApp({ storage: localStorage, tell: (text) => notes.tell({ text }) });
pageView(app, connectPanel(app), notes);
