import { type AnyTool, type OpenContext, type OpenToolset, type OwnOutcome, type Toolset, Fault, parsedOutcome } from "@jackfield/contract";
import { TreeKeeper, openUpstream } from "@jackfield/upstream";
import { connectorTokenPattern } from "@jackfield/wire";

/** What became of a page's word that it may be moved. */
export type Taken = "taken" | "already";

/**
 * The page that this process serves, as a toolset: what it offers on its link, and what its window adds. Which page that is, the page says itself
 * (`take`), with its connector token; the last one that says so, as of the pages that hold one link.
 */
export class ControlledPage implements Toolset {
  readonly name = "studio";
  readonly title = "Studio";
  readonly version: string;
  readonly instructions: string;
  readonly #relay: string;
  readonly #added: readonly AnyTool[];
  readonly #keeper = new TreeKeeper();
  #context: OpenContext | undefined;
  #page: { readonly token: string; readonly toolset: OpenToolset } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `relay`: where the page holds its link. `added`: tools that stand in for the page's own of the same name. */
  constructor(options: { relay: string; version: string; instructions: string; added: readonly AnyTool[] }) {
    this.#relay = options.relay;
    this.#added = options.added;
    this.version = options.version;
    this.instructions = options.instructions;
  }

  open(context: OpenContext): Promise<OpenToolset> {
    this.#context = context;
    const tools = (): readonly AnyTool[] => this.#tools();
    const resources = (): OpenToolset["resources"] => this.#page?.toolset.resources;
    const prompts = (): OpenToolset["prompts"] => this.#page?.toolset.prompts;
    return Promise.resolve({
      get tools() {
        return tools();
      },
      get resources() {
        return resources() ?? { list: [], read: () => Promise.resolve(undefined) };
      },
      get prompts() {
        return prompts() ?? [];
      },
      watch: (uri, on) => this.#page?.toolset.watch?.(uri, on),
      [Symbol.asyncDispose]: () => this.#close(),
    });
  }

  /** A page says that it may be moved. One after the other: two that say so at once are not both taken. */
  take(token: string): Promise<Taken> {
    const turn = this.#last.then(() => this.#take(token));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take(token: string): Promise<Taken> {
    if (!connectorTokenPattern.test(token)) throw new Fault("arguments_invalid", "That is no connector token");
    const context = this.#context;
    if (context === undefined) throw new Fault("closing");
    if (this.#page?.token === token) return "already";
    const upstream = await openUpstream({
      server: { url: new URL(`${this.#relay}/s/${token}/mcp`), headers: {} },
      keeper: this.#keeper,
      signs: true,
    });
    const toolset = await upstream.open(context);
    const before = this.#page;
    this.#page = { token, toolset };
    await before?.toolset[Symbol.asyncDispose]();
    for (const kind of ["tools", "resources", "prompts"] as const) context.changed({ kind });
    return "taken";
  }

  #tools(): readonly AnyTool[] {
    const theirs = this.#page?.toolset.tools ?? [];
    const added = new Set(this.#added.map(({ name }) => name));
    const asked = this.#added.map((tool) => askFirst(tool, () => this.#page?.toolset.tools.find(({ name }) => name === tool.name)));
    return [...theirs.filter(({ name }) => !added.has(name)), ...asked];
  }

  async #close(): Promise<void> {
    this.#context = undefined;
    await this.#page?.toolset[Symbol.asyncDispose]();
    this.#page = undefined;
    this.#keeper.close();
  }
}

/** A tool that runs once the page's own of its name has let it: there the person sees each call, and stops them all. */
function askFirst(tool: AnyTool, ownTool: () => AnyTool | undefined): AnyTool {
  return {
    ...tool,
    async run(input, run) {
      const own = ownTool();
      if (own === undefined) return { is: "fault", fault: new Fault("far_end_gone", "The page in the window is not ready to be moved") };
      const asked = await own.run(input, run);
      return isYes(parsedOutcome(asked)) ? tool.run(input, run) : asked;
    },
  };
}

function isYes(outcome: OwnOutcome): boolean {
  if (outcome.is === "raw") {
    const { result } = outcome;
    return typeof result === "object" && result !== null && Reflect.get(result, "isError") !== true;
  }
  return outcome.is === "done" && outcome.failed !== true;
}
