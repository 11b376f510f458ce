import { expect, test } from "vitest";
import { relayCeilings } from "@jackfield/relay";
import { byteProofs } from "./proofs-bytes.ts";
import { callProofs } from "./proofs-calls.ts";
import { linkProofs } from "./proofs-links.ts";
import { rateProofs } from "./proofs-rates.ts";
import { socketProofs } from "./proofs-sockets.ts";
import { transportProofs } from "./proofs-transports.ts";

/** A hostile peer hits the limit, lowered by option; the counts prove that it was this limit, and that it lets go again. */
export type Proof = () => Promise<void>;

// A ceiling without its proof does not compile.
const proofs: Readonly<Record<keyof typeof relayCeilings, Proof>> = {
  ...socketProofs,
  ...byteProofs,
  ...rateProofs,
  ...callProofs,
  ...linkProofs,
  ...transportProofs,
};

test.each(Object.entries(proofs))("%s", async (_name, proof) => {
  expect.hasAssertions();
  await proof();
});

test("every ceiling has its proof, and no proof is of a ceiling that is gone", () => {
  expect(Object.keys(proofs).sort()).toEqual(Object.keys(relayCeilings).sort());
});
