/** What an element is made with: attributes as they are written in HTML, and listeners. A false or undefined attribute is left off. */
export type Attributes = { readonly [name: string]: string | number | boolean | undefined };
export type Listeners = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
export type Child = Node | string | undefined;

/** An HTML element. Text children become text nodes, never markup. */
export function element<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  children: readonly Child[] = [],
  listeners: Listeners = {},
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  mark(made, attributes);
  for (const child of children) if (child !== undefined) made.append(child);
  listen(made, listeners);
  return made;
}

/** An SVG element. */
export function drawing<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[N] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  mark(made, attributes);
  made.append(...children);
  return made;
}

/** Sets attributes, and takes away those that are false or undefined. Touches only what differs. */
export function mark(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Sets an element's text where it differs. */
export function say(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

function listen(target: HTMLElement, listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener as EventListener);
}
