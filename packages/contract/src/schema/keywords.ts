/** How a keyword of JSON Schema holds what it applies. `kept`: named schemas that apply only where a reference says so. */
export type Holds = "plain" | "schema" | "schemas" | "named" | "kept";

/**
 * The keywords that are checked: everything else in a document (titles, defaults, formats, extensions, a compiler's own switches) is not handed
 * to the compiler at all. So `$async: true`, which makes ajv's answer a promise and hence always true, has no way in.
 */
export const keywords: ReadonlyMap<string, Holds> = new Map(
  Object.entries({
    type: "plain",
    enum: "plain",
    const: "plain",
    multipleOf: "plain",
    maximum: "plain",
    exclusiveMaximum: "plain",
    minimum: "plain",
    exclusiveMinimum: "plain",
    maxLength: "plain",
    minLength: "plain",
    pattern: "plain",
    maxItems: "plain",
    minItems: "plain",
    uniqueItems: "plain",
    maxContains: "plain",
    minContains: "plain",
    maxProperties: "plain",
    minProperties: "plain",
    required: "plain",
    dependentRequired: "plain",
    $ref: "plain",
    $anchor: "plain",
    items: "schema",
    contains: "schema",
    additionalProperties: "schema",
    propertyNames: "schema",
    unevaluatedItems: "schema",
    unevaluatedProperties: "schema",
    not: "schema",
    if: "schema",
    then: "schema",
    else: "schema",
    allOf: "schemas",
    anyOf: "schemas",
    oneOf: "schemas",
    prefixItems: "schemas",
    properties: "named",
    patternProperties: "named",
    dependentSchemas: "named",
    $defs: "kept",
    definitions: "kept",
  }),
);

/** Keywords that would change what the others mean: leaving them out would check less than the author asked for. */
export const refusedKeywords = ["$dynamicRef", "$recursiveRef"] as const;
