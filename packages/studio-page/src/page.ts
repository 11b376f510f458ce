import { type Page, page } from "@jackfield/web";

/** Studio's one page. */
export const studio: Page = page({
  name: "studio",
  path: "/",
  entry: "@jackfield/studio-page/main",
  title: "Studio",
  description: "A small music studio where you and your AI client work on one song",
  workers: {
    "studio-player": "@jackfield/studio/player-worklet",
    "studio-render": "@jackfield/studio/render-worker",
    "studio-decode": "@jackfield/studio/decode-worker",
  },
  // The decoders of MP3, Vorbis and Opus.
  wasm: ["studio-decode"],
  // A tune that the person hums.
  hears: true,
});
