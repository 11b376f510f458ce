import { type ReadonlySignal, type Signal, signal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Where a sheet is scrolled to, and how much of it is seen. Pixels. */
export interface Scrolled {
  readonly left: Signal<number>;
  readonly top: Signal<number>;
  readonly width: Signal<number>;
  readonly height: Signal<number>;
}

export function scrolled(left: Signal<number> = signal(0), top: Signal<number> = signal(0)): Scrolled {
  return { left, top, width: signal(0), height: signal(0) };
}

export interface SheetProps {
  readonly class?: string;
  readonly scroll: Scrolled;
  /** Of all that can be scrolled to, without what stands above and beside it. */
  readonly across: ReadonlySignal<number>;
  readonly down: ReadonlySignal<number>;
  readonly corner?: ComponentChildren;
  readonly ruler?: ComponentChildren;
  readonly heads: ComponentChildren;
  /** What fills the view and stays there: it draws what it is scrolled to. */
  readonly stage: ComponentChildren;
  /** What stands below, over the full width. */
  readonly foot?: ComponentChildren;
  readonly footHead?: ComponentChildren;
  /** Zooms about a place, in pixels from the stage's left edge. */
  readonly onZoom: (factor: number, at: number) => void;
}

/**
 * Something larger than its view, with heads on the left and a ruler above that stay. The browser scrolls it, by wheel, finger and keys; the
 * stage is drawn for where it is. The sizes of heads and ruler are `--head`, `--ruler` and `--foot` in the style.
 */
export function Sheet({ class: extra = "", scroll, across, down, corner, ruler, heads, stage, foot, footHead, onZoom }: SheetProps) {
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const zoom = useRef(onZoom);
  zoom.current = onZoom;

  useSignalEffect(() => {
    const scroller = root.current;
    const [left, top] = [scroll.left.value, scroll.top.value];
    if (scroller === null) return;
    // First the size, then the place: what is beyond the size cannot be scrolled to.
    scroller.style.setProperty("--across", `${Math.ceil(across.value)}px`);
    scroller.style.setProperty("--down", `${Math.ceil(down.value)}px`);
    if (Math.abs(scroller.scrollLeft - left) >= 1) scroller.scrollLeft = left;
    if (Math.abs(scroller.scrollTop - top) >= 1) scroller.scrollTop = top;
  });

  useEffect(() => {
    const scroller = root.current;
    const stageBox = body.current;
    if (scroller === null || stageBox === null) return;
    const measure = (): void => {
      const style = getComputedStyle(scroller);
      const size = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
      const width = Math.max(0, scroller.clientWidth - size("--head"));
      const height = Math.max(0, scroller.clientHeight - size("--ruler") - size("--foot"));
      scroller.style.setProperty("--view-w", `${width}px`);
      scroller.style.setProperty("--view-h", `${height}px`);
      scroll.width.value = width;
      scroll.height.value = height;
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    measure();
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom.current(Math.exp(-event.deltaY * 0.004), event.clientX - stageBox.getBoundingClientRect().left);
    };
    scroller.addEventListener("wheel", wheel, { passive: false });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("wheel", wheel);
    };
  }, []);

  return (
    <div
      ref={root}
      class={`st-sheet ${extra}`}
      onScroll={(event) => {
        scroll.left.value = event.currentTarget.scrollLeft;
        scroll.top.value = event.currentTarget.scrollTop;
      }}
    >
      <div class="st-sheet-grid">
        <div class="st-sheet-corner">{corner}</div>
        <div class="st-sheet-ruler">
          <div class="st-sheet-window">{ruler}</div>
        </div>
        <div class="st-sheet-heads">{heads}</div>
        <div class="st-sheet-cell">
          <div ref={body} class="st-sheet-stage">
            {stage}
          </div>
        </div>
        {foot === undefined ? null : (
          <>
            <div class="st-sheet-foothead">{footHead}</div>
            <div class="st-sheet-foot">
              <div class="st-sheet-window">{foot}</div>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Zooms so that what stands at a pixel stays there. */
export function zoomAbout(scroll: Scrolled, scale: Signal<number>, factor: number, at: number, range: readonly [number, number]): void {
  const next = Math.min(range[1], Math.max(range[0], scale.peek() * factor));
  const tick = (scroll.left.peek() + at) / scale.peek();
  scale.value = next;
  scroll.left.value = Math.max(0, tick * next - at);
}
