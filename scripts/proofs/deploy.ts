import type { Proof } from "../proof.ts";
import { proveCaddy } from "./support/deploy/caddy-part.ts";
import { proveCloud } from "./support/deploy/cloud-part.ts";
import { proveImage } from "./support/deploy/image-part.ts";
import { proveInstall } from "./support/deploy/install-part.ts";
import { proveMachine } from "./support/deploy/machine-part.ts";
import type { Part } from "./support/deploy/part.ts";
import { proveUnit } from "./support/deploy/unit-part.ts";

const parts: Readonly<Record<string, Part>> = {
  unit: proveUnit,
  machine: proveMachine,
  install: proveInstall,
  caddy: proveCaddy,
  image: proveImage,
  cloud: proveCloud,
};

/** The names of parts run only those: `unit`, `machine`, `install`, `caddy`, `image`, `cloud`. */
export const proof: Proof = {
  name: "deploy",
  title:
    "What is in deploy/ does what docs/self-hosting.md says of it, as far as a machine without a cloud and a container engine can show",
  async run(out) {
    const unknown = out.args.filter((name) => !Object.hasOwn(parts, name));
    if (unknown.length > 0) return { ok: false, figure: `there is no part "${unknown.join()}": ${Object.keys(parts).join(", ")}` };
    const said: string[] = [];
    let ok = true;
    for (const [name, part] of Object.entries(parts)) {
      if (out.args.length > 0 && !out.args.includes(name)) continue;
      out.signal.throwIfAborted();
      out.line(`--- ${name} ---`);
      const { checks, figure, notShown = [] } = await part(out);
      for (const check of checks) out.line(`${check.ok ? "ok  " : "FAIL"} ${check.name}: ${check.saw}`);
      for (const line of notShown) out.line(`not shown here: ${line}`);
      const good = checks.filter((check) => check.ok).length;
      ok &&= good === checks.length && good > 0;
      said.push(`${name}: ${good} of ${checks.length}, ${figure}`);
    }
    return { ok, figure: said.join("; ") };
  },
};
