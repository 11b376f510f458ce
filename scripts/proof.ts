import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where a proof writes, and when it must stop. */
export interface ProofOut {
  line(text: string): void;
  readonly signal: AbortSignal;
  /** What stood after the proof's name. */
  readonly args: string[];
}

/** One claim of the product, shown by running it. A file in scripts/proofs exports one as `proof`. */
export interface Proof {
  readonly name: string;
  /** The claim in one line. */
  readonly title: string;
  /** `figure` is the one line to quote: what was measured, with its unit. `ok` is false where it falls short of the claim. */
  run(out: ProofOut): Promise<{ ok: boolean; figure: string }>;
}

/** Every proof in a folder, by name. Throws where a file exports none, or two share a name. */
export async function findProofs(folder: string): Promise<Proof[]> {
  const files = await readdir(folder).catch(() => []);
  const proofs: Proof[] = [];
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).toSorted()) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as { proof?: unknown };
    if (!isProof(module.proof))
      throw new Error(
        `Cannot use ${file} as a proof: it must export \`proof\` with name, title and run. Move what is not a proof into a folder`,
      );
    if (proofs.some((each) => each.name === (module.proof as Proof).name))
      throw new Error(`Cannot use ${file}: another proof is named "${module.proof.name}"`);
    proofs.push(module.proof);
  }
  return proofs.toSorted((a, b) => a.name.localeCompare(b.name));
}

function isProof(value: unknown): value is Proof {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "title" in value &&
    typeof value.title === "string" &&
    "run" in value &&
    typeof value.run === "function"
  );
}
