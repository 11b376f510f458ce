import type { JsonObject } from "@jackfield/contract";
import { listAt, objectAt, quote, textAt } from "../answer.ts";
import type { Check } from "../check.ts";
import type { Exam } from "../exam.ts";
import { type ListName, lists } from "../listing.ts";
import { type Finding, error, found, judge, note, skip, warning, well } from "../look.ts";
import type { Peer } from "../peer.ts";

/** What the server lists, as lists: their ends, sizes and truth. */
export const listChecks: readonly Check[] = [
  {
    name: "capabilities",
    group: "lists",
    on: "any",
    client: "Clients ask for what is declared and for nothing else; Inspector sets the log level first of all",
    source: "MCP 2025-11-25 Lifecycle, capability negotiation",
    async look(exam) {
      const peer = await exam.peer();
      const declared = objectAt(peer.opening, "capabilities") ?? {};
      const findings: Finding[] = [];
      for (const [capability, name] of [
        ["tools", "tools"],
        ["resources", "resources"],
        ["resources", "templates"],
        ["prompts", "prompts"],
      ] as const satisfies readonly (readonly [string, ListName])[]) {
        const { method, member } = lists[name];
        const reply = await peer.request(method, {});
        const isListed = listAt(reply.result, member) !== undefined;
        const isDeclared = declared[capability] !== undefined;
        if (isDeclared && !isListed && !(name === "templates" && reply.code === -32601))
          findings.push(
            error(
              `${capability} is declared and ${method} is answered with ${reply.said}`,
              `Answer ${method} with ${member}, an empty list where there are none`,
            ),
          );
        if (!isDeclared && isListed && (listAt(reply.result, member)?.length ?? 0) > 0)
          findings.push(
            error(
              `${method} lists ${member} and ${capability} is not declared: clients never ask`,
              `Declare ${capability}: {} in capabilities`,
            ),
          );
      }
      if (declared["logging"] !== undefined && !peer.stateless) {
        const reply = await peer.request("logging/setLevel", { level: "info" });
        if (reply.result === undefined)
          findings.push(
            warning(
              `logging is declared and logging/setLevel is answered with ${reply.said}`,
              "Answer logging/setLevel with an empty result, or do not declare logging",
            ),
          );
      }
      return judge(
        findings,
        Object.keys(declared).length === 0
          ? "none declared"
          : `${Object.keys(declared)
              .slice(0, 8)
              .map((each) => quote(each, 20))
              .join(", ")} are true`,
      );
    },
  },
  {
    name: "pages",
    group: "lists",
    on: "any",
    client: "Clients read page after page until no cursor comes, and some give up at a hundred",
    source: "MCP 2025-11-25 Pagination",
    async look(exam) {
      const findings: Finding[] = [];
      const said: string[] = [];
      for (const name of ["tools", "resources", "templates", "prompts"] as const) {
        if (!(await isDeclared(exam, name))) continue;
        const { method, member } = lists[name];
        const list = await exam.list(name);
        if (list.endless !== undefined)
          findings.push(
            error(
              `${method} does not end: ${list.endless} after ${list.items.length} ${member} on ${list.pages} pages`,
              "Leave nextCursor out of the last page",
            ),
          );
        if (list.failed !== undefined && list.pages > 0)
          findings.push(error(`${method} fails at page ${list.pages + 1}: ${list.failed.said}`, "Take every cursor that you gave"));
        if (list.strange > 0) findings.push(error(`${method} has ${list.strange} entries that are no objects`, "List objects only"));
        said.push(`${list.items.length} ${name} on ${list.pages} page${list.pages === 1 ? "" : "s"}`);
      }
      if (said.length === 0) return skip("nothing is listed");
      return judge(findings, said.join(", "));
    },
  },
  {
    name: "bad-cursor",
    group: "lists",
    on: "any",
    client: "A client comes back with a cursor of before a restart",
    source: "MCP 2025-11-25 Pagination: invalid cursors SHOULD be -32602",
    async look(exam) {
      if (!(await isDeclared(exam, "tools"))) return skip("the server declares no tools");
      const peer = await exam.peer();
      const reply = await peer.request("tools/list", { cursor: "jackfield-no-cursor" });
      if (reply.code === -32602) return well("error -32602");
      if (reply.result !== undefined) return found(note("a cursor that was never given is read over", "Answer it with error -32602"));
      return found(
        (reply.message === undefined || (reply.answer?.status ?? 0) >= 500 ? error : note)(
          `a cursor that was never given: ${reply.said}`,
          "Answer it with error -32602",
        ),
      );
    },
  },
  {
    name: "list-stable",
    group: "lists",
    on: "any",
    client: "Clients and gateways compare lists to see whether tools changed, and ask people to approve them anew",
    source: "MCP 2026-07-28 Tools: order SHOULD be stable",
    async look(exam) {
      await exam.tools();
      const peer = await exam.peer();
      const [first, second] = [await peer.request("tools/list", {}), await peer.request("tools/list", {})];
      const [one, two] = [listAt(first.result, "tools"), listAt(second.result, "tools")];
      if (one === undefined || two === undefined)
        return found(error(`tools/list a second time: ${second.said}`, "Answer tools/list every time"));
      const names = (page: readonly unknown[]): string => JSON.stringify(page.map((each) => (each as JsonObject | null)?.["name"] ?? null));
      if (JSON.stringify(one) === JSON.stringify(two)) return well("two lists are the same");
      if (names(one) !== names(two))
        return found(
          warning(
            "two lists one after the other name other tools, or in another order",
            "List the same tools in the same order until they change",
          ),
        );
      return found(
        warning(
          "two lists one after the other differ in what they say of a tool",
          "Keep times, counters and random values out of titles, descriptions and schemas",
        ),
      );
    },
  },
  {
    name: "list-size",
    group: "lists",
    on: "any",
    client: "All tools stand in front of the model in every turn: VS Code takes 128, Cursor 40, and each byte is paid for",
    source: "VS Code and Cursor documentation; openDAW MCP: 39 tools by default",
    async look(exam) {
      await exam.tools();
      const { items, bytes } = await exam.list("tools");
      const kb = Math.round(bytes / 102.4) / 10;
      return judge(
        [
          items.length > 128
            ? warning(
                `${items.length} tools: VS Code takes 128 of all servers together`,
                "Offer a smaller set by default, and the rest on demand",
              )
            : items.length > 40
              ? note(
                  `${items.length} tools: Cursor takes 40 of all servers together`,
                  "Offer a smaller set by default, and the rest on demand",
                )
              : undefined,
          bytes > 200_000
            ? warning(
                `the tools are ${kb} KB of JSON, about ${Math.round(bytes / 4000)},000 tokens in every turn`,
                "Shorten descriptions and schemas, and offer fewer tools",
              )
            : bytes > 80_000
              ? note(
                  `the tools are ${kb} KB of JSON, about ${Math.round(bytes / 4000)},000 tokens in every turn`,
                  "Shorten descriptions and schemas, and offer fewer tools",
                )
              : undefined,
        ],
        `${items.length} tool${items.length === 1 ? "" : "s"}, ${kb} KB`,
      );
    },
  },
  {
    name: "resources",
    group: "lists",
    on: "any",
    client: "Clients show resources by name and read them by URI",
    source: "MCP schema, Resource; RFC 3986",
    async look(exam) {
      if (!(await isDeclared(exam, "resources"))) return skip("the server declares no resources");
      const { items } = await exam.list("resources");
      const uris = items.map((each) => textAt(each, "uri"));
      const findings: Finding[] = [];
      for (const [index, item] of items.entries()) {
        const uri = uris[index];
        if (uri === undefined || !URL.canParse(uri))
          findings.push(error(`a resource has the URI ${quote(uri ?? "", 60)}`, "Give every resource a whole URI with a scheme"));
        else if (uris.indexOf(uri) !== index)
          findings.push(warning(`two resources have the URI ${quote(uri, 60)}`, "Give every resource a URI of its own"));
        if ((textAt(item, "name") ?? "") === "")
          findings.push(error(`the resource ${quote(uri ?? "", 60)} has no name`, "Give every resource a name"));
      }
      return judge(findings, `${items.length} resources`);
    },
  },
  {
    name: "resource-missing",
    group: "lists",
    on: "any",
    client: "A client reads a resource that is gone",
    source: "MCP 2025-11-25 Resources: -32002; MCP 2026-07-28: -32602",
    async look(exam) {
      if (!(await isDeclared(exam, "resources"))) return skip("the server declares no resources");
      const reply = await (await exam.peer()).request("resources/read", { uri: "jackfield-doctor://nowhere/at-all" });
      if (reply.code === -32002 || reply.code === -32602) return well(`error ${reply.code}`);
      if (reply.result !== undefined)
        return found(
          warning("a resource that there is not is answered with a result", "Answer it with error -32002 (-32602 in 2026-07-28)"),
        );
      return found(
        (reply.message === undefined ? error : note)(
          `a resource that there is not: ${reply.said}`,
          "Answer it with error -32002 (-32602 in 2026-07-28)",
        ),
      );
    },
  },
  {
    name: "prompts",
    group: "lists",
    on: "any",
    client: "Clients make commands of prompts, by name",
    source: "MCP schema, Prompt",
    async look(exam) {
      if (!(await isDeclared(exam, "prompts"))) return skip("the server declares no prompts");
      const { items } = await exam.list("prompts");
      const names = items.map((each) => textAt(each, "name") ?? "");
      const findings = names.flatMap((name, index) => {
        if (name === "") return [error("a prompt has no name", "Give every prompt a name")];
        if (names.indexOf(name) !== index)
          return [error(`two prompts are called ${quote(name, 60)}`, "Give every prompt a name of its own")];
        return /^[\w.-]{1,64}$/.test(name)
          ? []
          : [warning(`a prompt is called ${quote(name, 60)}: clients make a command of it`, "Name prompts with letters, digits, _ and -")];
      });
      return judge(findings, `${items.length} prompts`);
    },
  },
];

async function isDeclared(exam: Exam, name: ListName): Promise<boolean> {
  const peer: Peer = await exam.peer();
  return objectAt(peer.opening, "capabilities")?.[name === "templates" ? "resources" : name] !== undefined;
}
