import { Fault, type Json, type Outcome, type Run } from "@jackfield/contract";
import type { TabTool } from "@jackfield/tab";
import type { App } from "../app.ts";
import { type AuthorId, agentAuthor } from "../model/author.ts";
import { type Field, type Holds, schemaOf } from "./fields.ts";

/** What a tool works with. */
export interface ToolContext {
  readonly app: App;
  readonly run: Run;
  /** Who calls, as the history shows it. */
  readonly by: AuthorId;
}

/** A tool before it is bound to an app: `TabTool` with typed arguments. */
export interface ToolMaker<F extends { readonly [name: string]: Field<unknown> }> extends Omit<
  TabTool,
  "inputSchema" | "run" | "describe"
> {
  readonly fields: F;
  /** What a call would do now, for the person who is asked. */
  describe?(input: Holds<F>, context: Omit<ToolContext, "run">): string;
  run(input: Holds<F>, context: ToolContext): Outcome | Json | Promise<Outcome | Json>;
}

/** Binds a tool to the app it plays on. */
export type Bind = (app: App) => TabTool;

/** A tool from its table entry. The link checks arguments against the schema before `run`, so the fields hold what they say. */
export function tool<F extends { readonly [name: string]: Field<unknown> }>(maker: ToolMaker<F>): Bind {
  return (app) => ({
    ...maker,
    inputSchema: schemaOf(maker.fields),
    describe: (input, client) => maker.describe?.(input as Holds<F>, { app, by: agentAuthor(client.name) }) ?? "",
    run: (input, given) => maker.run(input as Holds<F>, { app, run: given, by: agentAuthor(given.client.name) }),
  });
}

/** Arguments that fit the schema and still make no sense: says which and why. */
export function wrong(problem: string): Fault {
  return new Fault("arguments_invalid", problem, { hint: "Correct the named argument and call again" });
}
