/** True for what a person can see, and for what has no box of its own but shows what is in it (`display: contents`). */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || getComputedStyle(element).display === "contents";
}
