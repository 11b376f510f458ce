import { guardedAttribute } from "./guarded.ts";
import { isShown } from "./is-shown.ts";

/**
 * The page drawn by itself, where no browser can be asked for a picture: boxes, text and canvases as they lie, with their colours. Not what
 * the screen shows to the pixel (no shadows, gradients, or masks), and guarded parts are left blank. PNG, base64.
 */
export async function drawPage(root: Element = document.body): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser draws no canvas");
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  drawElement(root, pen);
  const url = canvas.toDataURL("image/png");
  return url.slice(url.indexOf(",") + 1);
}

function drawElement(element: Element, pen: CanvasRenderingContext2D): void {
  if (!isShown(element)) return;
  const box = element.getBoundingClientRect();
  const hasBox = box.width > 0 && box.height > 0;
  if (hasBox && (box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth)) return;
  const style = getComputedStyle(element);
  drawBox(box, style, pen);
  if (element.hasAttribute(guardedAttribute)) return;
  if (element instanceof HTMLCanvasElement && element.width > 0 && element.height > 0)
    pen.drawImage(element, box.x, box.y, box.width, box.height);
  const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
  if (clips) {
    pen.save();
    pen.beginPath();
    pen.rect(box.x, box.y, box.width, box.height);
    pen.clip();
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) drawLine(element.value, box.x + 6, box, style, pen);
  const nodes = element.shadowRoot === null ? element.childNodes : element.shadowRoot.childNodes;
  for (const node of nodes) {
    if (node instanceof Element) drawElement(node, pen);
    else if (node instanceof Text) drawText(node, style, pen);
  }
  if (clips) pen.restore();
}

function drawBox(box: DOMRect, style: CSSStyleDeclaration, pen: CanvasRenderingContext2D): void {
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.width, box.height, radius);
  if (style.backgroundColor !== "rgba(0, 0, 0, 0)") {
    pen.fillStyle = style.backgroundColor;
    pen.fill();
  }
  const width = Number.parseFloat(style.borderTopWidth) || 0;
  if (width > 0 && style.borderTopStyle !== "none") {
    pen.strokeStyle = style.borderTopColor;
    pen.lineWidth = width;
    pen.stroke();
  }
}

/** Each line of a text where the browser laid it. */
function drawText(node: Text, style: CSSStyleDeclaration, pen: CanvasRenderingContext2D): void {
  if (node.data.trim() === "") return;
  const range = document.createRange();
  let from = 0;
  for (let to = 1; to <= node.length; to++) {
    range.setStart(node, from);
    range.setEnd(node, to);
    const lines = range.getClientRects();
    if (lines.length <= 1 && to < node.length) continue;
    const end = lines.length > 1 ? to - 1 : to;
    range.setEnd(node, end);
    const line = range.getClientRects()[0];
    if (line !== undefined) drawLine(node.data.slice(from, end), line.x, line, style, pen);
    from = end;
  }
}

function drawLine(text: string, x: number, box: DOMRect, style: CSSStyleDeclaration, pen: CanvasRenderingContext2D): void {
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.fillStyle = style.color;
  pen.textBaseline = "middle";
  pen.fillText(text.replaceAll(/\s+/g, " "), x, box.y + box.height / 2);
}
