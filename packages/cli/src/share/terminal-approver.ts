import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { effects } from "@jackfield/contract";
import type { Approval, ApprovalRequest, Approver } from "@jackfield/gate";

/**
 * Asks the person at this terminal, one question after the other. Only `y` or `yes` is a yes; no answer in time is a no. `hold` keeps everything else
 * from the terminal while a question stands there.
 */
export function terminalApprover(input: Readable, output: Writable, hold: () => () => void): Approver & Disposable {
  const lines = createInterface({ input, terminal: false });
  const waiting: ((line: string) => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  lines.on("line", (line) => waiting.shift()?.(line));
  lines.on("close", () => {
    ended = true;
    for (const answer of waiting.splice(0)) answer("no");
  });

  async function put(request: ApprovalRequest, signal: AbortSignal): Promise<Approval> {
    const no = { id: request.id, digest: request.digest, allow: false };
    if (ended || signal.aborted) return no;
    const { tool, client } = request;
    const release = hold();
    output.write(
      [
        "",
        `  ${client || "A client"} asks to run ${tool.name}, which ${effects[tool.effect].meaning}:`,
        ...request.lines.map((line) => `    ${line}`),
        "  Allow it? [y/N] ",
      ].join("\n"),
    );
    const line = await new Promise<string>((resolve) => {
      waiting.push(resolve);
      signal.addEventListener(
        "abort",
        () => {
          const at = waiting.indexOf(resolve);
          if (at < 0) return;
          waiting.splice(at, 1);
          output.write("(no longer asked)\n");
          resolve("no");
        },
        { once: true },
      );
    });
    release();
    return { ...no, allow: /^y(?:es)?$/i.test(line.trim()) };
  }

  return {
    ask(request, signal) {
      const answer = last.then(() => put(request, signal));
      last = answer.catch(() => undefined);
      return answer;
    },
    [Symbol.dispose]: () => lines.close(),
  };
}
