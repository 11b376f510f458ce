import { cleanText } from "@jackfield/wire";
import { Links, type LinksOptions, type Withheld } from "../links.ts";
import { seenTools } from "../limits.ts";
import { type TabTool, readyTool } from "../tool.ts";
import { exposedNames } from "./expose-tools.ts";
import { type ListedTool, type ModelContext, type Provider, modelContext } from "./model-context.ts";
import { pageTool } from "./page-tools.ts";
import { SeenTools, toolDigest } from "./seen-tools.ts";

export interface BridgeOptions extends Omit<LinksOptions, "tools"> {
  /** Origins of frames whose tools are served too. Default: none but the page's own window and origin. */
  readonly origins?: readonly string[];
}

/** The page's own WebMCP tools behind links. */
export interface Bridge {
  readonly links: Links;
  readonly provider: Provider;
  /** Stops following the page's tools and lets the links go. Twice does no harm. */
  close(): void;
}

/**
 * Serves the tools that the page registered with `document.modelContext` through links. A tool whose name, words, schema or hints the person
 * has not read does not run, and agents are told none of its words, until they have seen it in the panel (`links.see`). Undefined where the
 * browser has no WebMCP and none can be loaded.
 */
export async function bridgeWebMcp(options: BridgeOptions): Promise<Bridge | undefined> {
  const found = await modelContext();
  if (found === undefined) return undefined;
  const { context, provider } = found;
  const read = (): Promise<Offered> => readTools(context, options.origins ?? []);
  await quiet(context);
  const before = await read();
  const links = new Links({ ...options, tools: [] });
  const following = new Following(links, new SeenTools(links.store, seenTools), before, read);
  const changed = (): void => following.changed();
  context.addEventListener("toolchange", changed);
  return {
    links,
    provider,
    close() {
      context.removeEventListener("toolchange", changed);
      links.close();
    },
  };
}

/** Milliseconds without another tool after which the page has registered what it wanted to. */
const quietMs = 100;
/** Milliseconds after which the links begin with the tools that are there, however busy the page is. */
const startMs = 2_000;

/** Waits until the page has registered its tools: links that begin with none would tell agents so. */
async function quiet(context: ModelContext): Promise<void> {
  const until = Date.now() + startMs;
  let isQuiet = false;
  const stir = (): void => void (isQuiet = false);
  context.addEventListener("toolchange", stir);
  while (!isQuiet && Date.now() < until) {
    isQuiet = true;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
  context.removeEventListener("toolchange", stir);
}

/** Keeps the tools of the links in step with the page's. */
class Following {
  readonly #links: Links;
  readonly #seen: SeenTools;
  readonly #read: () => Promise<Offered>;
  #offered: Offered;
  /** Tools that the relay will not take, with why: they stay out until the page changes its tools. */
  readonly #refused = new Map<string, string>();
  #reading = Promise.resolve();
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(links: Links, seen: SeenTools, offered: Offered, read: () => Promise<Offered>) {
    this.#links = links;
    this.#seen = seen;
    this.#offered = offered;
    this.#read = read;
    links.onSeen(() => {
      seen.add(this.#offered.tools.map(({ digest }) => digest));
      this.#offer();
    });
    links.on("change", () => this.#dropRefused());
    this.#offer();
  }

  /**
   * The page registered or took away a tool. Read once it is quiet, since pages register one tool after the other and each list that is
   * declared is one that agents list again; and one after the other, so that the last reading wins.
   */
  changed(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#reading = this.#reading
        .then(async () => {
          this.#offered = await this.#read();
          this.#refused.clear();
          this.#offer();
        })
        .catch(reportError);
    }, quietMs);
  }

  #offer(): void {
    const { tools, withheld } = this.#offered;
    const fit = tools.filter(({ tool }) => !this.#refused.has(tool.name));
    const unseen = new Set(fit.filter(({ digest }) => !this.#seen.has(digest)).map(({ tool }) => tool.name));
    const refused = [...this.#refused].map(([name, why]) => ({ name, why }));
    this.#links.setTools(
      fit.map(({ tool }) => tool),
      { unseen, withheld: [...withheld, ...refused] },
    );
  }

  /**
   * A relay refuses all tools for one that breaks its rules, and names it in its reason ("…: tool: why"). The others are offered without
   * it; a page with very many such tools is left refused.
   */
  #dropRefused(): void {
    for (const link of this.#links.list) {
      const why = link.state.is === "refused" ? link.state.why : "";
      const [, name = "", reason = ""] = /(?:^|: )([A-Za-z0-9_.-]{1,64}): (.*)$/.exec(why) ?? [];
      const isOurs = this.#offered.tools.some(({ tool }) => tool.name === name);
      if (!isOurs || this.#refused.size >= 16 || this.#refused.has(name)) continue;
      this.#refused.set(name, reason);
      this.#offer();
      link.look();
    }
  }
}

interface Offered {
  readonly tools: readonly { readonly tool: TabTool; readonly digest: string }[];
  readonly withheld: readonly Withheld[];
}

/** The page's tools that a link can serve, and why it cannot serve the others. One that is not fit keeps no other from being served. */
async function readTools(context: ModelContext, origins: readonly string[]): Promise<Offered> {
  const listed = await context.getTools(origins.length === 0 ? {} : { fromOrigins: origins });
  const tools: { tool: TabTool; digest: string }[] = [];
  const withheld: Withheld[] = [];
  for (const each of listed) {
    const isOurs = each.window === window && each.origin === location.origin;
    if (exposedNames.has(each.name) && isOurs) continue;
    const why =
      !isOurs && !origins.includes(each.origin)
        ? "it belongs to another page"
        : tools.length >= seenTools
          ? `there are more than ${seenTools}`
          : await add(context, each, tools);
    if (why !== undefined) withheld.push({ name: cleanText(each.name, 64), why });
  }
  return { tools, withheld };
}

/** Adds a tool, or says why it cannot be served. */
async function add(context: ModelContext, listed: ListedTool, tools: { tool: TabTool; digest: string }[]): Promise<string | undefined> {
  try {
    const tool = pageTool(context, listed);
    readyTool(tool);
    tools.push({ tool, digest: await toolDigest(listed) });
    return undefined;
  } catch (error) {
    return cleanText(error instanceof Error ? error.message : String(error), 300);
  }
}
