import { midiOfSong } from "../engine/midi.ts";
import { lineOf } from "../model/line.ts";
import { patternIds } from "../model/song.ts";
import { trackIds, trackOf } from "../model/tracks.ts";
import { base64 } from "./base64.ts";
import { oneOf } from "./fields.ts";
import { type Bind, tool } from "./tool.ts";
import { keyText } from "./words.ts";

export const exportSong: Bind = tool({
  name: "export",
  title: "Export song",
  description:
    "Returns the song in a form that other programs read: text (every pattern as lines), json (everything), or midi (a Standard MIDI File of the whole order, as an embedded resource). Audio is exported by the person, from the page.",
  effect: "read",
  foreign: true,
  fields: { format: oneOf(["text", "json", "midi"], "Which form") },
  run: ({ format }, { app }) => {
    const song = app.song.get();
    switch (format) {
      case "json":
        return { is: "done", text: JSON.stringify(song) };
      case "midi": {
        const file = midiOfSong(song);
        return {
          is: "done",
          text: `A Standard MIDI File of ${song.order.length} bars, ${file.length} bytes`,
          blocks: [{ type: "resource", resource: { uri: "sixteen:///song.mid", mimeType: "audio/midi", blob: base64(file) } }],
        };
      }
      case "text": {
        const patterns = patternIds.map((id) => {
          const rows = trackIds.map((track) => `${trackOf(track).name.padEnd(9)}${lineOf(song.patterns[id].rows[track])}`);
          return [`${id} ${song.patterns[id].name}`, ...rows].join("\n");
        });
        return {
          is: "done",
          text: [`${song.tempo} bpm, swing ${song.swing} %, ${keyText(song)}, order ${song.order.join(" ")}`, ...patterns].join("\n\n"),
        };
      }
    }
  },
});
