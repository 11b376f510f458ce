import { Fault } from "@jackfield/contract";
import { reachProblems } from "@jackfield/tab/reach";
import type { Voice } from "../voice.ts";

/**
 * Warns where a public address was given that hosted AI clients cannot reach: not https, another port, or a name or address of this network
 * alone. It is used all the same, since clients of this machine may reach it.
 */
export function warnOfUnreachable(publicUrl: string | undefined, voice: Voice): void {
  const [problem] = publicUrl === undefined ? [] : reachProblems(publicUrl);
  if (publicUrl === undefined || problem === undefined) return;
  voice.warn(
    { event: "public_url_unreachable", url: publicUrl, problem: problem.code },
    `--public-url ${publicUrl}: hosted AI clients such as claude.ai cannot reach it. ${problem.message}`,
  );
}

/** A relay's address from the command line. Throws Fault `config` on what no page or client could use. */
export function checkedAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain =
    url !== undefined && ["http:", "https:"].includes(url.protocol) && url.search === "" && url.hash === "" && url.username === "";
  if (!isPlain)
    throw new Fault("config", `Cannot use the relay address ${JSON.stringify(address)}: it must be an http or https address`, {
      hint: "Write it like https://relay.example",
    });
  return address.replace(/\/+$/, "");
}
