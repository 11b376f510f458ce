export { schemaCeilings } from "./ceilings.ts";
export { jsonSchema } from "./json-schema.ts";
export { zodSchema } from "./zod-schema.ts";
