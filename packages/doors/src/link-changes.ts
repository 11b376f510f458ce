import type { Change } from "@jackfield/contract";
import type { Declaration, UpFrame } from "@jackfield/wire";

/** What the relay has of a declaration, list by list, so that a change is told once: by the hello that carries it, or by a frame. */
export type Declared = Readonly<Record<"all" | "tools" | "prompts" | "resources", string>>;

export function declaredOf(declaration: Declaration): Declared {
  const { tools = [], prompts = [], resources = {} } = declaration;
  return {
    all: JSON.stringify(declaration),
    tools: JSON.stringify(tools),
    prompts: JSON.stringify(prompts),
    resources: JSON.stringify(resources),
  };
}

/** Gathers the changes of a burst and hands them on together. Bounded: past `changesHeld` the oldest is dropped. */
export class LinkChanges {
  readonly #ms: number;
  readonly #tell: (changes: readonly Change[]) => void;
  readonly #held: Change[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, tell: (changes: readonly Change[]) => void) {
    this.#ms = ms;
    this.#tell = tell;
  }

  add(change: Change): void {
    this.#held.push(change);
    if (this.#held.length > changesHeld) this.#held.shift();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell(this.#held.splice(0));
    }, this.#ms);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#held.length = 0;
  }
}

/** The lists that changed, each once. */
export function listsIn(changes: readonly Change[]): ReadonlySet<"tools" | "prompts" | "resources"> {
  return new Set(changes.flatMap((change) => (change.kind === "updated" ? [] : [change.kind])));
}

/** The frames that tell of changed lists and of changed resources, each once. */
export function changeFrames(lists: Iterable<"tools" | "prompts" | "resources">, changes: readonly Change[]): UpFrame[] {
  const uris = new Set(changes.flatMap((change) => (change.kind === "updated" ? [change.uri] : [])));
  return [
    ...[...lists].map((list): UpFrame => ({ type: "notify", method: `notifications/${list}/list_changed` })),
    ...[...uris].map((uri): UpFrame => ({ type: "notify", method: "notifications/resources/updated", params: { uri } })),
  ];
}

const changesHeld = 256;
