/** What the core needs to know of each method. A method that is not here is unknown. */
export interface Method {
  /** Eras that have it. */
  readonly eras: "both" | "session" | "stateless";
  /** Who answers: the core itself, or the endpoint. */
  readonly by: "core" | "endpoint";
  /** The capability the endpoint must have declared. */
  readonly needs?: "tools" | "resources" | "prompts" | "completions" | "logging";
  /** What stands in `Mcp-Name` (2026-07-28): this member of params. */
  readonly named?: "name" | "uri";
  /** Carries ttlMs and cacheScope at 2026-07-28 (SEP-2549). */
  readonly cacheable?: boolean;
  /** May be answered with input_required at 2026-07-28 (SEP-2322). */
  readonly asks?: boolean;
  /** The answer where the capability is not there: many clients list without looking. */
  readonly empty?: string;
}

export const methods: Readonly<Record<string, Method>> = {
  initialize: { eras: "session", by: "core" },
  ping: { eras: "session", by: "core" },
  "server/discover": { eras: "stateless", by: "core", cacheable: true },
  "subscriptions/listen": { eras: "stateless", by: "core" },
  "logging/setLevel": { eras: "session", by: "core", needs: "logging" },
  "resources/subscribe": { eras: "session", by: "core", needs: "resources" },
  "resources/unsubscribe": { eras: "session", by: "core", needs: "resources" },
  "tools/list": { eras: "both", by: "endpoint", needs: "tools", cacheable: true, empty: '{"tools":[]}' },
  "tools/call": { eras: "both", by: "endpoint", needs: "tools", named: "name", asks: true },
  "resources/list": { eras: "both", by: "endpoint", needs: "resources", cacheable: true, empty: '{"resources":[]}' },
  "resources/templates/list": { eras: "both", by: "endpoint", needs: "resources", cacheable: true, empty: '{"resourceTemplates":[]}' },
  "resources/read": { eras: "both", by: "endpoint", needs: "resources", named: "uri", cacheable: true, asks: true },
  "prompts/list": { eras: "both", by: "endpoint", needs: "prompts", cacheable: true, empty: '{"prompts":[]}' },
  "prompts/get": { eras: "both", by: "endpoint", needs: "prompts", named: "name", asks: true },
  "completion/complete": { eras: "both", by: "endpoint", needs: "completions" },
};

/** The facts of a method in an era, or undefined when that era has no such method. */
export function methodOf(name: string, era: "session" | "stateless"): Method | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method !== undefined && (method.eras === "both" || method.eras === era) ? method : undefined;
}
