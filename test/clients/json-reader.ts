/** Reads members out of foreign JSON whose shape is only partly known. Everything absent is an empty value, never a throw. */
export interface JsonReader {
  readonly raw: unknown;
  get(name: string): JsonReader;
  /** The value's items; of anything that is no array, none. */
  readonly items: readonly JsonReader[];
  /** The string; of anything else, "". */
  readonly text: string;
  readonly is: { readonly true: boolean; readonly absent: boolean; readonly string: boolean };
}

export function read(raw: unknown): JsonReader {
  return {
    raw,
    get: (name) =>
      read(
        typeof raw === "object" && raw !== null && !Array.isArray(raw)
          ? new Map<string, unknown>(Object.entries(raw)).get(name)
          : undefined,
      ),
    items: Array.isArray(raw) ? raw.map(read) : [],
    text: typeof raw === "string" ? raw : "",
    is: { true: raw === true, absent: raw === undefined, string: typeof raw === "string" },
  };
}

/** Parses text; what is not JSON reads as absent. */
export function readText(text: string): JsonReader {
  try {
    return read(JSON.parse(text));
  } catch {
    return read(undefined); // foreign text: not JSON is an ordinary case
  }
}
