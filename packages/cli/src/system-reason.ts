const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk takes no changes",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
};

/** Why the system refused a file, in words; by its code where there are none. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (code === "" ? "it cannot be read" : `the system says ${code}`);
}
