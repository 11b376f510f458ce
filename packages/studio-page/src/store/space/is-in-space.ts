/** True where the server that this page comes from leads to a space: the song is that space's. */
export function isInSpace(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="jackfield-space"]')?.content === "on";
}
