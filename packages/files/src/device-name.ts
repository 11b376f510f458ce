/**
 * True for a name that Windows takes for a device, with whatever ending, in whatever case: opening `AUX.wav` there opens a port. Trailing
 * dots and spaces are dropped first, as Windows does. Source: Microsoft, "Naming Files, Paths, and Namespaces".
 */
export function isDeviceName(name: string): boolean {
  const stem = (/^[^.:]*/.exec(name)?.[0] ?? "").trimEnd();
  return device.test(stem);
}

// The superscripts count as digits there. CONIN$ and CONOUT$ are the console's other two names.
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;
