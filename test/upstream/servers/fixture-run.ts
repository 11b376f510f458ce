import type { AnyTool, Json, JsonObject, OpenToolset, Outcome, Prompt, Question, Resource, Run } from "@jackfield/contract";
import { annotationsOf, resultOf, parsedOutcome } from "@jackfield/contract";
import { conformanceToolset } from "../../fixtures/conformance/index.ts";
import { dressedPrompt, dressedResource, moreTools } from "./more-fixtures.ts";

/** How a fixture reaches its client, by whatever means an SDK has. */
export interface Means {
  readonly signal: AbortSignal;
  readonly can: { readonly sampling: boolean; readonly elicitForm: boolean; readonly elicitUrl: boolean; readonly roots: boolean };
  progress(params: { progress: number; total?: number; message?: string }): void;
  log(level: string, data: Json): void;
  ask(questions: Readonly<Record<string, Question>>): Promise<Record<string, JsonObject>>;
}

/** What a server with the fixtures says that it has. */
export const fixtureCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
} as const;

/** The conformance fixtures and those of `more-fixtures.ts`, open; `changed` tells of changes. */
export async function openFixtures(changed: (kind: string, uri?: string) => void): Promise<OpenToolset> {
  const opened = await conformanceToolset.open({
    changed: (change) => changed(change.kind, change.kind === "updated" ? change.uri : undefined),
  });
  const { resources } = opened;
  return {
    get tools() {
      return [...opened.tools, ...moreTools];
    },
    get prompts() {
      return [...(opened.prompts ?? []), dressedPrompt];
    },
    ...(resources === undefined
      ? {}
      : {
          resources: {
            list: [...resources.list, dressedResource],
            templates: resources.templates ?? [],
            read: (uri, run) => resources.read(uri, run),
          },
        }),
    ...(opened.complete === undefined ? {} : { complete: opened.complete }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

export function runOf(means: Means): Run {
  const { can } = means;
  return {
    signal: means.signal,
    client: { name: "client", version: "1", revision: "", can },
    progress: (progress) => means.progress(progress),
    log: (level, data) => means.log(level, data),
    ask: (questions) => means.ask(questions),
    call: () => Promise.reject(new Error("no tool calls another")),
    now: () => Date.now(),
  };
}

/** A tool's entry in a list. */
export function listed(tool: AnyTool): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: "object", ...tool.input.json },
    annotations: { ...annotationsOf(tool) },
    ...tool.entry,
  };
}

/** A prompt's entry in a list. */
export function listedPrompt(prompt: Prompt): JsonObject {
  const { name, title, description } = prompt;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(prompt.arguments === undefined ? {} : { arguments: prompt.arguments.map((argument) => ({ ...argument })) }),
    ...prompt.entry,
  };
}

/** A resource's entry in a list. */
export function listedResource({ entry, ...resource }: Resource): JsonObject {
  return { ...resource, ...entry };
}

/** Runs a tool; throws what it throws. */
export async function callFixture(tool: AnyTool, input: unknown, run: Run): Promise<JsonObject> {
  const parsed = tool.input.parse(input);
  const outcome: Outcome = await tool.run((parsed.ok ? parsed.value : input) as never, run);
  return resultOf(parsedOutcome(outcome), tool);
}
