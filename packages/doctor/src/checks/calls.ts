import type { JsonObject } from "@jackfield/contract";
import { isObject, listAt, objectAt, quote, textAt } from "../answer.ts";
import type { Check } from "../check.ts";
import type { Exam } from "../exam.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import type { Reply } from "../peer.ts";
import { foreignProgress } from "./messages.ts";
import { nobody } from "./revisions.ts";

const blockTypes: ReadonlySet<string> = new Set(["text", "image", "audio", "resource", "resource_link"]);

/** Calls: of a tool that says it only reads, or of the one that the person named. */
export const callChecks: readonly Check[] = [
  {
    name: "unknown-tool",
    group: "calls",
    on: "any",
    client: "A model calls a tool that was taken away",
    source: "MCP 2025-11-25 Tools, Error Handling",
    async look(exam) {
      const reply = await (await exam.peer()).request("tools/call", { name: nobody, arguments: {} });
      if (reply.code === -32602 || reply.result?.["isError"] === true)
        return well(reply.code === undefined ? "a result with isError" : "error -32602");
      if (reply.result !== undefined)
        return found(
          error("a call of a tool that there is not succeeds", "Answer it with error -32602, or with a result that has isError: true"),
        );
      if (reply.message === undefined || (reply.answer?.status ?? 0) >= 500)
        return found(
          error(
            `a call of a tool that there is not: ${reply.said}`,
            "Answer it with error -32602, or with a result that has isError: true",
          ),
        );
      return judge(
        [reply.code === -32601 ? undefined : note(`a call of a tool that there is not: ${reply.said}`, "Answer it with error -32602")],
        reply.said,
      );
    },
  },
  {
    name: "call-answer",
    group: "calls",
    on: "any",
    client: "SDK clients check a result's shape, and throw it away where it is not right",
    source: "MCP schema, CallToolResult",
    async look(exam) {
      const { reply, name, tool } = await callChosen(exam);
      if (reply.result === undefined)
        return found(
          (reply.message === undefined ? error : warning)(
            `a call of ${name}: ${reply.said}`,
            "Answer a tool that failed with a result that has isError: true and says why",
          ),
        );
      const content = listAt(reply.result, "content");
      const findings: Finding[] = [];
      if (content === undefined)
        findings.push(
          error(
            `the result of ${name} has no content: clients refuse it`,
            "Put content into every result, an empty list where there is none",
          ),
        );
      for (const block of content ?? []) {
        const type = isObject(block) ? textAt(block, "type") : undefined;
        if (type === undefined || !blockTypes.has(type))
          findings.push(
            error(
              `the result of ${name} has a block of type ${quote(type ?? "none", 40)}: SDK clients refuse the whole result`,
              "Use text, image, audio, resource and resource_link blocks",
            ),
          );
        else if (isObject(block)) findings.push(...blockFaults(block, type, name));
      }
      const { isError } = reply.result;
      if (isError !== undefined && typeof isError !== "boolean")
        findings.push(
          error(`the result of ${name} has an isError that is neither true nor false`, "Give isError as true, or leave it out"),
        );
      if (isError === true && textOf(content ?? []) === "")
        findings.push(warning(`${name} failed and says nothing`, "Say in a text block what was wrong and what to do"));
      if (objectAt(tool, "outputSchema") !== undefined && isError !== true && reply.result["structuredContent"] === undefined)
        findings.push(
          error(
            `${name} has an outputSchema and its result no structuredContent: SDK clients refuse it`,
            "Return structuredContent that fits the schema, or take the schema away",
          ),
        );
      return judge(
        findings,
        `${name}: ${content?.length ?? 0} block${content?.length === 1 ? "" : "s"}${isError === true ? ", isError" : ""}`,
      );
    },
  },
  {
    name: "structured-content",
    group: "calls",
    on: "any",
    client:
      "Where structuredContent is there, Codex shows the model nothing else, Claude Code no text: images and texts beside it are lost",
    source: "seen: Codex 0.171, Claude Code 2.1, mcporter 0.12",
    async look(exam) {
      const { reply, name } = await callChosen(exam);
      const structured = reply.result?.["structuredContent"];
      if (structured === undefined) return well(`${name} has none`);
      const content = (listAt(reply.result, "content") ?? []).filter(isObject);
      const pictures = content.filter((block) => block["type"] === "image" || block["type"] === "audio");
      const texts = content.filter((block) => block["type"] === "text");
      const findings: Finding[] = [];
      if (pictures.length > 0)
        findings.push(
          warning(
            `${name} has structuredContent beside ${pictures.length === 1 ? "a picture or sound" : "pictures or sounds"}: Codex drops them`,
            "Leave structuredContent out of results whose images matter",
          ),
        );
      if (texts.length === 0 && pictures.length === 0)
        findings.push(
          warning(
            `${name} has structuredContent and no text: Gemini CLI, opencode and others see nothing`,
            "Put the same as JSON into a text block",
          ),
        );
      else if (texts.length > 0 && !texts.some((block) => isSame(textAt(block, "text") ?? "", structured)))
        findings.push(
          note(
            `${name} says in text what is not in structuredContent: Claude Code and Codex do not see it`,
            "Repeat in structuredContent all that matters",
          ),
        );
      return judge(findings, `${name} repeats it as text`);
    },
  },
  {
    name: "result-size",
    group: "calls",
    on: "any",
    client: "claude.ai refuses results above about 150,000 characters; Claude Code puts what passes 25,000 tokens into a file",
    source: "seen: claude.ai, Claude Code 2.1",
    async look(exam) {
      const { reply, name } = await callChosen(exam);
      if (reply.result === undefined) return skip(`the call of ${name} has no result`);
      const chars = textOf(listAt(reply.result, "content") ?? []).length;
      const bytes = Buffer.byteLength(JSON.stringify(reply.result));
      return judge(
        [
          chars > 150_000
            ? warning(
                `${name} returns ${chars} characters of text: claude.ai refuses it`,
                "Return a page with a cursor, or a summary and a handle to the rest",
              )
            : chars > 60_000
              ? note(
                  `${name} returns ${chars} characters of text: clients put it into a file`,
                  "Return a page with a cursor, or a summary and a handle to the rest",
                )
              : undefined,
          bytes > 5_000_000
            ? warning(`the result of ${name} is ${Math.round(bytes / 1e6)} MB of JSON`, "Shrink images, or return a link to them")
            : undefined,
        ],
        `${chars} characters, ${bytes} bytes`,
      );
    },
  },
  {
    name: "call-arguments",
    group: "calls",
    on: "any",
    client: "Models send arguments of a wrong type, and mend them by what the answer says",
    source: "MCP 2025-11-25 Tools: input errors are tool results",
    async look(exam) {
      const chosen = await exam.chosen();
      const required = listAt(objectAt(chosen.tool, "inputSchema"), "required") ?? [];
      const properties = objectAt(objectAt(chosen.tool, "inputSchema"), "properties") ?? {};
      // A value of no type that the schema has: nothing can run with it by a right reading.
      const wrong = required.find(
        (each) => typeof each === "string" && isObject(properties[each]) && typeof properties[each]["type"] === "string",
      );
      if (typeof wrong !== "string") return skip("the tool that may be called requires no argument of one type");
      const type = isObject(properties[wrong]) ? properties[wrong]["type"] : undefined;
      const value = type === "object" ? "jackfield" : { jackfield: 1 };
      const reply = await (
        await exam.peer()
      ).request("tools/call", { name: chosen.name, arguments: { ...chosen.arguments, [wrong]: value } }, { ms: exam.limits.callMs });
      const name = quote(chosen.name, 64);
      if (reply.code === -32602 || reply.result?.["isError"] === true) return well(reply.said);
      if (reply.result !== undefined)
        return found(
          warning(
            `${name} takes an argument ${quote(wrong, 40)} of a wrong type without a word`,
            "Check arguments against the schema, and answer with isError: true and the reason",
          ),
        );
      return found(
        (reply.message === undefined || (reply.answer?.status ?? 0) >= 500 ? error : note)(
          `${name} with an argument of a wrong type: ${reply.said}`,
          "Answer with a result that has isError: true and says what was wrong",
        ),
      );
    },
  },
  {
    name: "call-progress",
    group: "calls",
    on: "any",
    client: "Clients show progress by its token, and drop what goes backwards",
    source: "MCP 2025-11-25 Progress",
    async look(exam) {
      const chosen = await exam.chosen();
      const token = "doctor-progress-1";
      const reply = await (
        await exam.peer()
      ).request(
        "tools/call",
        { name: chosen.name, arguments: chosen.arguments, _meta: { progressToken: token } },
        { ms: exam.limits.callMs },
      );
      const steps = reply.others
        .filter((each) => each["method"] === "notifications/progress")
        .map((each) => objectAt(each, "params")?.["progress"]);
      const numbers = steps.filter((each) => typeof each === "number");
      return judge(
        [
          ...foreignProgress(reply, token),
          numbers.length < steps.length
            ? error("progress comes without a number", "Put progress into every progress notification, a number that grows")
            : undefined,
          numbers.some((each, index) => index > 0 && each <= (numbers[index - 1] ?? 0))
            ? warning("progress does not grow", "Let progress grow with every notification")
            : undefined,
        ],
        steps.length === 0 ? `${quote(chosen.name, 64)} tells of none` : `${steps.length} steps`,
      );
    },
  },
  {
    name: "parallel",
    group: "calls",
    on: "any",
    client: "Models call several tools at once",
    source: "Anthropic and OpenAI APIs, parallel tool use",
    async look(exam) {
      const peer = await exam.peer();
      const chosen = await exam.chosen().catch(() => undefined); // lists will do
      const asks = Array.from({ length: 8 }, (_, index) => {
        const id = `doctor-parallel-${index}`;
        return (
          chosen === undefined
            ? peer.request("tools/list", {}, { id })
            : peer.request("tools/call", { name: chosen.name, arguments: chosen.arguments }, { id, ms: exam.limits.callMs })
        ).then((reply) => ({ id, reply }));
      });
      const wrong = (await Promise.all(asks)).filter(({ id, reply }) => reply.message?.["id"] !== id);
      const what = chosen === undefined ? "tools/list" : quote(chosen.name, 64);
      return judge(
        wrong.length === 0
          ? []
          : [
              error(
                `of 8 requests at once (${what}) ${wrong.length} got no answer of their own: ${wrong[0]?.reply.said ?? ""}`,
                "Serve requests side by side, and answer each with its own id",
              ),
            ],
        `8 at once (${what})`,
      );
    },
  },
];

const calledBy = new WeakMap<Exam, ReturnType<typeof callOnce>>();

/** The one call that several checks look at: a tool is not run more often than it must. */
export function callChosen(exam: Exam): ReturnType<typeof callOnce> {
  const known = calledBy.get(exam);
  if (known !== undefined) return known;
  const calling = callOnce(exam);
  calledBy.set(exam, calling);
  return calling;
}

async function callOnce(exam: Exam): Promise<{ readonly reply: Reply; readonly name: string; readonly tool: JsonObject }> {
  const chosen = await exam.chosen();
  const peer = await exam.peer();
  const reply = await peer.request(
    "tools/call",
    { name: chosen.name, arguments: chosen.arguments, _meta: { progressToken: "doctor-call" } },
    { ms: exam.limits.callMs },
  );
  return { reply, name: quote(chosen.name, 64), tool: chosen.tool };
}

function blockFaults(block: JsonObject, type: string, name: string): Finding[] {
  if (type === "text")
    return typeof block["text"] === "string" ? [] : [error(`a text block of ${name} has no text`, "Put text into every text block")];
  if (type !== "image" && type !== "audio") return [];
  const data = textAt(block, "data");
  if (data === undefined || textAt(block, "mimeType") === undefined)
    return [
      error(
        `a block of type ${type} of ${name} lacks data or mimeType: SDK clients refuse the result`,
        "Put data in base64 and its mimeType into the block",
      ),
    ];
  return /^[A-Za-z0-9+/]*={0,2}$/.test(data)
    ? []
    : [error(`the data of a block of type ${type} of ${name} is no base64`, "Write data as plain base64, without a data: prefix")];
}

function textOf(content: readonly unknown[]): string {
  return content
    .filter(isObject)
    .map((block) => textAt(block, "text") ?? "")
    .join("\n");
}

function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false; // prose
  }
}
