/** A JSON value, as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, as `JSON.parse` returns it. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema document (2020-12 unless `$schema` says otherwise). Passed on as data, never interpreted here. */
export type JsonSchema = { readonly [key: string]: Json };
