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
