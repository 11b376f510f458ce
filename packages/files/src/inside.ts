/** True where `names` stand in the folder `root` or are it: by whole names, so that `/work2` is not inside `/work`. */
export function isInside(root: readonly string[], names: readonly string[]): boolean {
  return root.length <= names.length && root.every((name, at) => name === names[at]);
}
