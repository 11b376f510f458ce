import { type Image, Fault } from "@jackfield/contract";
import type { AppWindow, Point } from "./app-window.ts";
import { type Chord, PageHand } from "./page-hand.ts";

/** Bits of the protocol's `modifiers`. */
const bits = { alt: 1, ctrl: 2, meta: 4, shift: 8 } as const;
type Modifier = keyof typeof bits;

/** Milliseconds between the moves of a drag: a frame. */
const moveMs = 16;

/** The window as a hand moves it: pictures are the browser's, events are real ones, and where they go is checked by the page itself. */
export class WindowSurface {
  readonly #window: AppWindow;
  readonly #hand: PageHand;
  /** One hand: what comes next waits until this is done. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(window: AppWindow) {
    this.#window = window;
    this.#hand = new PageHand(window);
  }

  async screenshot(): Promise<Image> {
    return { data: await this.#window.screenshot(), mimeType: "image/png" };
  }

  click(target: unknown, times: number, held: readonly Modifier[]): Promise<Point> {
    return this.#inTurn(async () => {
      const at = await this.#hand.locate(target);
      await this.#hand.asAgent(false, async () => {
        await this.#mouse("mouseMoved", at, held, 0);
        for (let time = 1; time <= times; time++) {
          await this.#mouse("mousePressed", at, held, time);
          await this.#mouse("mouseReleased", at, held, time);
        }
      });
      return at;
    });
  }

  drag(from: unknown, to: unknown, steps: number, held: readonly Modifier[]): Promise<{ readonly from: Point; readonly to: Point }> {
    return this.#inTurn(async () => {
      // The end first: what scrolls to show one of them must leave the beginning where the press will be.
      await this.#hand.locate(to);
      const start = await this.#hand.locate(from);
      const end = await this.#hand.locate(to);
      await this.#hand.asAgent(false, async () => {
        await this.#mouse("mouseMoved", start, held, 0);
        await this.#mouse("mousePressed", start, held, 1);
        for (let step = 1; step <= steps; step++) {
          const at = { x: start.x + ((end.x - start.x) * step) / steps, y: start.y + ((end.y - start.y) * step) / steps };
          await this.#mouse("mouseMoved", at, held, 1);
          await new Promise((resolve) => setTimeout(resolve, moveMs));
        }
        await this.#mouse("mouseReleased", end, held, 1);
      });
      return { from: start, to: end };
    });
  }

  key(text: string, times: number): Promise<void> {
    return this.#inTurn(async () => {
      const chord = await this.#hand.chord(text);
      // Each by itself: a key may move the focus to where the next must not go.
      for (let time = 1; time <= times; time++) await this.#hand.asAgent(true, () => this.#strike(chord));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #mouse(
    type: "mouseMoved" | "mousePressed" | "mouseReleased",
    { x, y }: Point,
    held: readonly Modifier[],
    clickCount: number,
  ): Promise<void> {
    const isDown = type === "mousePressed" || (type === "mouseMoved" && clickCount > 0);
    await this.#window.call("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      modifiers: held.reduce((sum, modifier) => sum | bits[modifier], 0),
      button: type === "mouseMoved" && clickCount === 0 ? "none" : "left",
      buttons: isDown ? 1 : 0,
      clickCount: type === "mouseMoved" ? 0 : clickCount,
      pointerType: "mouse",
    });
  }

  async #strike({ key, code, text, held }: Chord): Promise<void> {
    const modifiers =
      (held.altKey ? bits.alt : 0) | (held.ctrlKey ? bits.ctrl : 0) | (held.metaKey ? bits.meta : 0) | (held.shiftKey ? bits.shift : 0);
    const windowsVirtualKeyCode = virtualKey(key);
    const shared = { key, code, modifiers, windowsVirtualKeyCode };
    const writes = key === "Enter" ? "\r" : text;
    await this.#window.call("Input.dispatchKeyEvent", {
      type: writes === undefined ? "rawKeyDown" : "keyDown",
      ...shared,
      ...(writes === undefined ? {} : { text: writes }),
    });
    await this.#window.call("Input.dispatchKeyEvent", { type: "keyUp", ...shared });
  }
}

/** Windows' number of a key, by which a browser knows what a key does beside writing. */
function virtualKey(key: string): number {
  const known = virtualKeys[key];
  if (known !== undefined) return known;
  const functionKey = /^F(\d+)$/.exec(key);
  if (functionKey !== null) return 111 + Number(functionKey[1]);
  if (key.length !== 1) throw new Fault("arguments_invalid", "There is no such key");
  return key.toUpperCase().charCodeAt(0);
}

const virtualKeys: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  " ": 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};
