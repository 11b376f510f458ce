import { isDeviceName } from "./device-name.ts";
import { isInside } from "./inside.ts";

/** A path as Windows has it: the drive or share it begins at, and the names below. */
export interface WindowsPath {
  /** `C:\` or `\\server\share\`. */
  readonly drive: string;
  readonly names: readonly string[];
}

/** Why a path is refused, in words that go after "automation path rejected". */
export interface Refusal {
  readonly refused: string;
}

/**
 * Takes a Windows path apart without touching the disk or the network: asking for a refused UNC path would already hand credentials to its
 * server. A relative path goes below `base`. Both separators count. Refused are: device names and namespaces, streams, drive-relative and
 * root-relative paths, names that Windows would open as others (trailing dots and spaces), and signs that no name may have.
 */
export function parseWindowsPath(path: string, base?: WindowsPath): WindowsPath | Refusal {
  const text = path.replaceAll("/", "\\");
  if (/^\\\\[.?](\\|$)|^\\\?\?(\\|$)/.test(text)) return { refused: "a device path" };
  const unc = /^\\\\([^\\]+)\\([^\\]+)(?:\\|$)/.exec(text);
  if (unc === null && text.startsWith("\\\\")) return { refused: "a network path without a share" };
  const drive = /^([A-Za-z]):\\/.exec(text);
  if (unc === null && drive === null) {
    if (/^[A-Za-z]:/.test(text)) return { refused: "a path that is relative to a drive's own folder" };
    if (text.startsWith("\\")) return { refused: "a path that is relative to the drive" };
    if (base === undefined) return { refused: "a relative path" };
    return below(base, text);
  }
  if (unc !== null) return below({ drive: `\\\\${unc[1] ?? ""}\\${unc[2] ?? ""}\\`, names: [] }, text.slice(unc[0].length));
  return below({ drive: `${drive?.[1] ?? ""}:\\`, names: [] }, text.slice(3));
}

function below(start: WindowsPath, rest: string): WindowsPath | Refusal {
  const names = [...start.names];
  for (const name of rest.split("\\")) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      names.pop();
      continue;
    }
    const problem = nameProblem(name);
    if (problem !== undefined) return { refused: problem };
    names.push(name);
  }
  return { drive: start.drive, names };
}

function nameProblem(name: string): string | undefined {
  if (isDeviceName(name)) return "a device name";
  if (name.includes(":")) return "a name with a colon, which Windows takes for a stream";
  if (/[. ]$/.test(name)) return "a name that ends with a dot or a space, which Windows drops";
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return /[<>"|?*\u0000-\u001f]/.test(name) ? "a name with a sign that Windows has for itself" : undefined;
}

/**
 * Whether a path is inside a root by its text alone. `look`: a name may be a short one (`PROGRA~1`) of a longer, which only the disk knows;
 * it is resolved before it is compared. Case does not count.
 */
export function windowsPlace(root: WindowsPath, path: WindowsPath): "inside" | "outside" | "look" {
  const fold = (text: string): string => text.toLowerCase();
  if (fold(root.drive) !== fold(path.drive)) return "outside";
  if (path.names.some((name) => shortName.test(name))) return "look";
  return isInside(root.names.map(fold), path.names.map(fold)) ? "inside" : "outside";
}

const shortName = /^[^.~]{1,6}~\d{1,6}(\.[^.]{0,3})?$/;
