import type { Image } from "./outcome.ts";

/**
 * The image in a `data:` URL, or undefined where the text is not one whole base64 data URL of a bitmap that clients show. SVG is not among
 * them: it can carry script.
 */
export function dataUrlImage(text: string): Image | undefined {
  const found = dataUrl.exec(text);
  const mimeType = found?.[1];
  const data = found?.[2];
  return mimeType === undefined || data === undefined || data.length % 4 !== 0 ? undefined : { data, mimeType };
}

const dataUrl = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/;
