import { guardedAttribute } from "./guarded.ts";
import { isShown } from "./is-shown.ts";
import { nameOf, roleOf } from "./roles.ts";

/** What one element of the page is, for an agent: by `ref` it can be clicked, dragged and set. */
export interface OutlineNode {
  readonly ref?: string;
  readonly role: string;
  readonly name?: string;
  readonly value?: string;
  /** Of a slider: the least, the present and the greatest number; it is set to a number between. */
  readonly range?: readonly [number, number, number];
  /** `disabled`, `checked`, `pressed`, `expanded`, `selected`, `focused`. */
  readonly is?: readonly string[];
  /** CSS pixels of the page: x, y, width, height. */
  readonly box?: readonly [number, number, number, number];
  readonly children?: readonly OutlineNode[];
}

/** An outline of a page, and how much of it was left out. */
export interface Outline {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly OutlineNode[];
  readonly leftOut: number;
}

/** The most nodes of an outline: some 60 kB as JSON, which a client takes at once. */
export const outlineNodes = 600;

/** Elements by the refs of the last outline. They are held weakly: what has gone is gone. */
export class Refs {
  #elements = new Map<string, WeakRef<Element>>();

  clear(): void {
    this.#elements.clear();
  }

  add(element: Element): string {
    const ref = `e${this.#elements.size + 1}`;
    this.#elements.set(ref, new WeakRef(element));
    return ref;
  }

  get(ref: string): Element | undefined {
    const element = this.#elements.get(ref)?.deref();
    return element?.isConnected === true ? element : undefined;
  }
}

/** The page as roles and names, top-down: what has neither is left out, and what is in it moves up. Guarded parts are named, not shown. */
export function outlineOf(root: Element, refs: Refs, most = outlineNodes): Outline {
  refs.clear();
  const count = { left: most, out: 0 };
  const nodes = childrenOf(root, refs, count);
  return { width: innerWidth, height: innerHeight, nodes, leftOut: count.out };
}

interface Count {
  left: number;
  out: number;
}

function childrenOf(element: Element, refs: Refs, count: Count): OutlineNode[] {
  const inner = element.shadowRoot === null ? [...element.children] : [...element.shadowRoot.children, ...element.children];
  return inner.flatMap((child) => nodesOf(child, refs, count));
}

function nodesOf(element: Element, refs: Refs, count: Count): OutlineNode[] {
  if (element.getAttribute("aria-hidden") === "true" || !isShown(element)) return [];
  const role = roleOf(element);
  if (element.hasAttribute(guardedAttribute))
    return taken(count, () => ({ role: role ?? "region", name: nameOf(element), is: ["for the person only"] }));
  if (role === undefined) return childrenOf(element, refs, count);
  return taken(count, () => {
    const name = nameOf(element);
    const value = valueOf(element);
    const range = rangeOf(element);
    const is = statesOf(element);
    const ref = refs.add(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const children = leaves.has(role) ? [] : childrenOf(element, refs, count);
    return {
      ref,
      role,
      ...(name === "" ? {} : { name }),
      ...(value === undefined ? {} : { value }),
      ...(range === undefined ? {} : { range }),
      ...(is.length === 0 ? {} : { is }),
      box: [Math.round(x), Math.round(y), Math.round(width), Math.round(height)],
      ...(children.length === 0 ? {} : { children }),
    };
  });
}

function taken(count: Count, make: () => OutlineNode): OutlineNode[] {
  if (count.left <= 0) {
    count.out += 1;
    return [];
  }
  count.left -= 1;
  return [make()];
}

/** What a control shows, or undefined. */
export function valueOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement && element.type === "password") return undefined;
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)
    return element.value.slice(0, 200);
  return (element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? undefined)?.slice(0, 200);
}

function rangeOf(element: Element): readonly [number, number, number] | undefined {
  if (element.getAttribute("role") !== "slider") return undefined;
  const [least, now, most] = ["aria-valuemin", "aria-valuenow", "aria-valuemax"].map((name) => Number(element.getAttribute(name)));
  return [least ?? Number.NaN, now ?? Number.NaN, most ?? Number.NaN];
}

function statesOf(element: Element): string[] {
  const states = ["checked", "pressed", "expanded", "selected"].filter((state) => element.getAttribute(`aria-${state}`) === "true");
  if (element instanceof HTMLInputElement && element.checked) states.push("checked");
  if (element.matches(":disabled") || element.getAttribute("aria-disabled") === "true") states.push("disabled");
  if (element.matches(":focus")) states.push("focused");
  return states;
}

/** What is in them is their name. */
const leaves = new Set(["button", "checkbox", "link", "menuitem", "option", "radio", "slider", "spinbutton", "switch", "tab", "textbox"]);
