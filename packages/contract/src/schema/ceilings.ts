import type { Ceilings } from "../ceiling.ts";

/**
 * What a JSON Schema of someone else's making may cost. Constants, not options: a schema past them is refused when it is compiled, an input
 * past them when it is checked.
 */
export const schemaCeilings = {
  documentCharacters: {
    value: 262_144,
    most: 262_144,
    unit: "characters",
    why: "half of what a whole declaration of tools may be",
    whenHit: "the schema is refused",
  },
  documentLevels: {
    value: 64,
    most: 64,
    unit: "levels",
    why: "as deep as JSON may be anywhere else here",
    whenHit: "the schema is refused",
  },
  subschemas: {
    value: 1_000,
    most: 1_000,
    unit: "count",
    why: "compiling takes time that grows faster than they do: about half a second here",
    whenHit: "the schema is refused",
  },
  patternCharacters: {
    value: 1_000,
    most: 1_000,
    unit: "characters",
    why: "longer ones are word lists, which enum says better",
    whenHit: "the schema is refused",
  },
  patternRepeats: {
    value: 16,
    most: 16,
    unit: "count",
    why: "each {n,m} multiplies the program that a pattern becomes",
    whenHit: "the schema is refused",
  },
  patternStates: {
    value: 20_000,
    most: 20_000,
    unit: "count",
    why: "states of all patterns of one schema: a match costs states times characters",
    whenHit: "the schema is refused",
  },
  checkSteps: {
    value: 150_000,
    most: 150_000,
    unit: "count",
    why: "a step takes one to three microseconds, so under half a second of one core; branches that refer to each other can double the work at each level",
    whenHit: "the input counts as not matching, and the problem says to send less",
  },
} as const satisfies Ceilings;
