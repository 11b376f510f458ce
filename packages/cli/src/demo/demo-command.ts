import { pages } from "@jackfield/example-sequencer";
import { command } from "../command.ts";
import { pageNotes, pageOptions, servePage } from "./serve-page.ts";

/** `jackfield demo`: a small page to play with, and a relay for it, on this computer. */
export const demo = command({
  name: "demo",
  summary: "start a step sequencer in a page and a relay on this computer, and say what to do next",
  about:
    "Serves a step sequencer that you and your AI client play together, and a relay that links the two. Open the page, turn on Connect, and " +
    "give the AI client the link that the panel shows. Everything stays on this computer, unless you name a public address.",
  words: [],
  options: pageOptions,
  examples: [
    { line: "jackfield demo", does: "start, and see what to open" },
    {
      line: "jackfield demo --public-url https://NAME.trycloudflare.com",
      does: "the same for claude.ai, through a tunnel to the relay's port",
    },
    { line: "jackfield demo --relay https://relay.example", does: "the page alone, with a relay that runs elsewhere" },
  ],
  notes: pageNotes("demo"),
  async run(settings, _words, { voice, stop }) {
    await servePage({ command: "demo", client: "sixteen", pages }, settings, voice, stop);
    return 0;
  },
});
