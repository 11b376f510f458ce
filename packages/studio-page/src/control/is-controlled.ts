/** True where the process that served this page was started with `--control`. */
export function isControlled(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="jackfield-control"]')?.content === "on";
}
