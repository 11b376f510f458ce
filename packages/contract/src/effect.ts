/**
 * What a tool does to the world. Every tool declares exactly one; a tool without an effect does not compile.
 * The four MCP annotations are derived from it here and nowhere else.
 */
export type Effect = "read" | "external-read" | "write" | "destructive-write" | "external-write" | "interact" | "execute" | "deploy";

interface EffectFacts {
  /** MCP `readOnlyHint`: the tool changes nothing. */
  readonly readOnly: boolean;
  /** MCP `destructiveHint`: the tool can delete or overwrite, even where that can be undone. */
  readonly destructive: boolean;
  /** MCP `openWorldHint`: the tool reaches past the place it lives in. */
  readonly openWorld: boolean;
  readonly meaning: string;
}

export const effects = {
  read: { readOnly: true, destructive: false, openWorld: false, meaning: "reads what the place already holds" },
  "external-read": { readOnly: true, destructive: false, openWorld: true, meaning: "reads from somewhere else" },
  write: { readOnly: false, destructive: false, openWorld: false, meaning: "adds, or changes what nobody would miss" },
  "destructive-write": { readOnly: false, destructive: true, openWorld: false, meaning: "can delete or overwrite" },
  "external-write": { readOnly: false, destructive: true, openWorld: true, meaning: "sends or changes something elsewhere" },
  interact: { readOnly: false, destructive: false, openWorld: false, meaning: "talks to the person or moves what they see" },
  execute: { readOnly: false, destructive: true, openWorld: true, meaning: "runs code that can do anything" },
  deploy: { readOnly: false, destructive: true, openWorld: true, meaning: "publishes or releases" },
} as const satisfies Record<Effect, EffectFacts>;

/** MCP `ToolAnnotations` (2025-03-26 and later), always with all five members: directories and clients decide by them. */
export interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The annotations of a tool, from its effect and whether a second identical call has no further effect. */
export function annotationsOf(tool: { readonly title: string; readonly effect: Effect; readonly idempotent?: boolean }): Annotations {
  const facts = effects[tool.effect];
  return {
    title: tool.title,
    readOnlyHint: facts.readOnly,
    destructiveHint: facts.destructive,
    idempotentHint: tool.idempotent ?? facts.readOnly,
    openWorldHint: facts.openWorld,
  };
}
