import { patternIds } from "../model/song.ts";
import { base64 } from "./base64.ts";
import { oneOf, optional } from "./fields.ts";
import { PICTURE, drawPattern } from "./picture.ts";
import { type Bind, tool } from "./tool.ts";

export const renderImage: Bind = tool({
  name: "render_image",
  title: "Draw pattern",
  description: `Draws a pattern as a picture of ${PICTURE.width} by ${PICTURE.height} pixels (PNG): a row for each track, steps as high as they are loud, warm where the person set them, cool where an agent did. Returns the picture.`,
  effect: "read",
  foreign: true,
  fields: { pattern: optional(oneOf(patternIds, "Which pattern. Default: the one the person looks at")) },
  run: async ({ pattern }, { app }) => {
    const id = pattern ?? app.view.get().pattern;
    const canvas = drawPattern(app.song.get(), id);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("This browser could not make a PNG of the picture");
    return {
      is: "done",
      data: { pattern: id, width: canvas.width, height: canvas.height },
      images: [{ data: base64(new Uint8Array(await blob.arrayBuffer())), mimeType: "image/png" }],
    };
  },
});
