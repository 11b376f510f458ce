import type { Change, OpenToolset, Toolset } from "@jackfield/contract";

/** An open toolset with what is known of it, and a way to hear its changes. */
export interface OpenedToolset {
  readonly info: Omit<Toolset, "open">;
  readonly toolset: OpenToolset;
  /** Returns what ends it. */
  onChange(listener: (change: Change) => void): () => void;
}

/** Opens toolsets one after the other. When one cannot open, those that did are closed again, and its error is thrown. */
export async function openToolsets(toolsets: readonly Toolset[]): Promise<readonly OpenedToolset[]> {
  const opened: OpenedToolset[] = [];
  try {
    for (const toolset of toolsets) opened.push(await openToolset(toolset));
  } catch (cause) {
    // The first error says what is wrong; one from closing would hide it.
    await Promise.allSettled(opened.map(({ toolset }) => toolset[Symbol.asyncDispose]()));
    throw cause;
  }
  return opened;
}

async function openToolset(toolset: Toolset): Promise<OpenedToolset> {
  const listeners = new Set<(change: Change) => void>();
  const { name, title, version, instructions } = toolset;
  return {
    info: { name, title, version, ...(instructions === undefined ? {} : { instructions }) },
    toolset: await toolset.open({
      changed: (change) => {
        for (const listener of [...listeners]) tell(listener, change);
      },
    }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A toolset is not to fail because a door did, nor one door because of another. */
function tell(listener: (change: Change) => void, change: Change): void {
  try {
    listener(change);
  } catch {
    // A door that cannot tell its clients has lost them.
  }
}
