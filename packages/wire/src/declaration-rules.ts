/** The rules a declaration is held to, in the words of a refusal: "<where>: <rule>". */
export const declarationRules = {
  not_object: "must be a JSON object",
  too_large: "must be at most 512 KB of JSON",
  info: 'must have "info" with a name and a version, each plain text of at most 64 characters',
  instructions: "must be text of at most 8,000 characters",
  tools: "must be a list of tool objects",
  too_many: "must have at most 256 tools, 1,024 resources, 256 templates and 256 prompts",
  name: "must have a name of 1 to 64 characters of A–Z, a–z, 0–9, _, . and -",
  name_double: "must have a name that no other has",
  name_confusable: "must have a name that cannot be taken for another's",
  title: "must have a title of 1 to 128 characters",
  description: "must have a description of at most 4,096 characters",
  input_schema: 'must have an inputSchema of type "object"',
  output_schema: 'must have an outputSchema of type "object", or none',
  schema_depth: "must have schemas of at most 32 levels",
  schema_text: "must have no hidden characters in a schema",
  annotations: "must have annotations with readOnlyHint, destructiveHint, idempotentHint and openWorldHint, each true or false",
  steering: "must say what it does, not tell the model how to behave",
  icons: "must have at most 8 icons, each with an https: or data:image/ source",
  meta: "must have no _meta of the protocol's own",
  timeouts: "must map names of tools to 1,000 to 1,800,000 milliseconds",
  aliases: "must map old names to names of tools, and no old name may be taken for a tool's",
  resources: "must be { list, templates?, subscribe? } of MCP resources",
  prompts: "must be a list of MCP prompts",
  flag: "must be true or false",
  hidden_text: "must have no control, bidi or tag characters in a name",
  offline: "must be { message, steps }: text, and at most 10 steps",
  waits: "must list names of tools",
} as const;

export type DeclarationRule = keyof typeof declarationRules;

/** Thrown while a declaration is read, caught where the reading began. */
export class Refusal extends Error {
  readonly rule: DeclarationRule;
  readonly where: string;
  readonly detail: string | undefined;

  constructor(rule: DeclarationRule, where: string, detail?: string) {
    super(rule);
    this.rule = rule;
    this.where = where;
    this.detail = detail;
  }
}
