import { Fault } from "@jackfield/contract";

/** What the system said, in words. The path that it names is a descriptor's, and means nothing to anybody. */
const words: Readonly<Record<string, string>> = {
  ENOENT: "it is not there any more",
  EACCES: "this process has no permission",
  EPERM: "this process has no permission",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this computer",
  ENAMETOOLONG: "a name in it is too long",
  EISDIR: "it is a folder",
  ENOTDIR: "something on the way to it is not a folder",
  ELOOP: "it has become a link meanwhile",
  EINVAL: "it has changed meanwhile, or the file system cannot do this",
  EIO: "the disk reports an error",
  EFBIG: "the file would be too large for the file system",
  ENOTEMPTY: "the folder is not empty",
};

/** A failure of the system as a Fault: `Cannot ${doing}: ` and what it said in words. Faults pass as they are. */
export function systemFault(doing: string, error: unknown): Fault {
  if (Fault.is(error)) return error;
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === undefined) return Fault.from(error);
  return new Fault("file_failed", `Cannot ${doing}: ${words[code] ?? code}`, { cause: error, data: { reason: code } });
}

/** True where the system said `code`. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
