import { Fault } from "@jackfield/contract";
import { elementAt, guardOf } from "./guarded.ts";
import type { Refs } from "./outline.ts";

/** What an agent points at: an element by its ref, or a point in CSS pixels; of an element its middle, or a place from its corner. */
export interface Target {
  readonly ref?: string;
  readonly x?: number;
  readonly y?: number;
}

/** A point of the page, and what is there. */
export interface Located {
  readonly x: number;
  readonly y: number;
  readonly element: Element;
}

/**
 * Where a target is now. An element that is out of sight is scrolled into it. Throws Fault `arguments_invalid` for a ref that is gone or a
 * point outside, `denied` for what is the person's alone.
 */
export function locate(target: Target, refs: Refs): Located {
  const { x, y } = target.ref === undefined ? pointOf(target) : placeIn(target.ref, target, refs);
  const element = elementAt(x, y);
  if (element === null)
    throw new Fault(
      "arguments_invalid",
      `There is nothing at ${Math.round(x)}, ${Math.round(y)}: the page is ${innerWidth} × ${innerHeight}`,
      {
        hint: "Take a place within the page",
      },
    );
  demandOpen(element);
  return { x, y, element };
}

/** Throws Fault `denied` where only the person's own hand may be. */
export function demandOpen(element: Element | null): void {
  if (guardOf(element) === undefined) return;
  throw new Fault("denied", "That part of the page is for the person alone: Connect, Review and questions are not moved by agents", {
    hint: "Ask the person to do it",
  });
}

/** The element of a ref. */
export function elementOf(ref: string, refs: Refs): Element {
  const element = refs.get(ref);
  if (element !== undefined) return element;
  throw new Fault("arguments_invalid", `There is no ${ref.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 12)} in the page now`, {
    hint: "Call ui_inspect again: refs hold until the next",
  });
}

function pointOf({ x, y }: Target): { x: number; y: number } {
  if (x === undefined || y === undefined) throw new Fault("arguments_invalid", "A target is a ref, or x and y");
  return { x, y };
}

function placeIn(ref: string, { x, y }: Target, refs: Refs): { x: number; y: number } {
  const element = elementOf(ref, refs);
  demandOpen(element);
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) throw new Fault("arguments_invalid", `${ref} is not on screen`);
  const [toX, toY] = [x ?? box.width / 2, y ?? box.height / 2];
  if (toX < 0 || toY < 0 || toX > box.width || toY > box.height)
    throw new Fault("arguments_invalid", `${ref} is ${Math.round(box.width)} × ${Math.round(box.height)}: the place is outside`);
  return { x: box.x + toX, y: box.y + toY };
}
