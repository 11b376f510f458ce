import { pages } from "@jackfield/studio-page";
import { command } from "../command.ts";
import { pageNotes, pageOptions, servePage } from "../demo/serve-page.ts";

/** `jackfield studio`: a music studio in a page, and a relay for it, on this computer. `npm start` runs it. */
export const studio = command({
  name: "studio",
  summary: "start a music studio in a page and a relay on this computer, and say what to do next",
  about:
    "Serves a small music studio in which you and your AI client work on one song, and a relay that links the two. Open the page and press " +
    "space to hear what is there; turn on Connect, and give the AI client the link that the panel shows. Everything stays on this " +
    "computer, unless you name a public address.",
  words: [],
  options: pageOptions,
  examples: [
    { line: "jackfield studio", does: "start, and see what to open" },
    {
      line: "jackfield studio --public-url https://NAME.trycloudflare.com",
      does: "the same for claude.ai, through a tunnel to the relay's port",
    },
    { line: "jackfield studio --relay https://relay.example", does: "the page alone, with a relay that runs elsewhere" },
  ],
  notes: pageNotes("studio"),
  async run(settings, _words, { voice, stop }) {
    await servePage({ command: "studio", client: "studio", pages }, settings, voice, stop);
    return 0;
  },
});
