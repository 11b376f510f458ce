/** Keys in a group of radio buttons: arrows choose the next, as everywhere; Enter takes what is chosen. */
export function radioKeys(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, take: () => void): void {
  if (event.key === "Enter") {
    event.preventDefault();
    return take();
  }
  const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = radios.findIndex((radio) => radio === document.activeElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  const next = radios[(at + by + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
