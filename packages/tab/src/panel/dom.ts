import { textOf } from "../json-value.ts";

type Child = Node | string | undefined;
type Props = Readonly<Record<string, unknown>>;

/**
 * One element. Props that begin with `on` are listeners, those the element has are set on it, all others become attributes; undefined and
 * false leave an attribute out. Nothing here parses HTML, so foreign text stays text.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  // An option's empty value is no value until it is set: nothing is compared here.
  if ("value" in props) element.setAttribute("value", textOf(props["value"]));
  set(element, props);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Changes what is not yet so: an element that the person is using is left alone as far as possible. */
export function set(element: HTMLElement, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "text") {
      if (element.textContent !== value) element.textContent = textOf(value);
    } else if (name in element) {
      if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
    } else if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== `${value as string}`) element.setAttribute(name, `${value as string}`);
  }
}

/** One row of a list. */
export interface Row<Item> {
  readonly node: HTMLElement;
  update(item: Item): void;
}

/** Keeps a container's children in step with items by key: rows stay the same nodes, so that focus stays where it is. */
export function rows<Item>(
  container: HTMLElement,
  keyOf: (item: Item) => string | number,
  make: (item: Item) => Row<Item>,
): (items: readonly Item[]) => void {
  const known = new Map<string | number, Row<Item>>();
  return (items) => {
    const keys = new Set(items.map(keyOf));
    for (const [key, row] of known) {
      if (keys.has(key)) continue;
      row.node.remove();
      known.delete(key);
    }
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      const row = known.get(key) ?? make(item);
      known.set(key, row);
      row.update(item);
      if (container.children[index] !== row.node) container.insertBefore(row.node, container.children[index] ?? null);
    }
  };
}

/** A part of the panel: drawn once, then kept in step. */
export interface Part {
  readonly node: HTMLElement;
  update(): void;
}
