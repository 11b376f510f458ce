import type { BrowserContextOptions, Page } from "playwright-core";
import { type Agent, connectAgent } from "../tab/agent.ts";
import type { Opened, Stage } from "./stage.ts";

/** The page with a link turned on, and an AI client at its address. */
export interface Linked extends AsyncDisposable {
  readonly page: Page;
  readonly agent: Agent;
  readonly opened: Opened;
  /** Calls a tool and reads the JSON of its text, after the content mark where there is one. */
  readonly told: (tool: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Record<string, unknown>>;
}

/** Opens a pane by its button in the top bar, or by its tab where a pane is open. */
export async function openPane(page: Page, name: string): Promise<void> {
  const pane = page.locator(".st-pane");
  const tab = page.getByRole("tab", { name: new RegExp(`^${name}(,|$)`, "u") });
  if (await tab.isVisible()) await tab.click();
  else await page.getByRole("button", { name: new RegExp(`^${name}(,|$)`, "u") }).click();
  await pane.waitFor();
}

/** Turns a link on by hand. `ask`: leave it to the person to allow each call that can overwrite something. */
export async function turnOn(page: Page, { ask = false }: { readonly ask?: boolean } = {}): Promise<string> {
  await openPane(page, "Connect");
  const panel = page.locator("jackfield-connect");
  const turned = panel.getByRole("switch").first();
  if ((await turned.getAttribute("aria-checked")) !== "true") await turned.click();
  await panel.getByText("Ready, waiting for a client").first().waitFor();
  if (!ask) await panel.getByRole("checkbox", { name: /^Ask/u }).first().uncheck();
  await panel.getByRole("button", { name: "Show" }).first().click();
  const url = await panel.getByLabel("Connector URL", { exact: true }).locator("visible=true").first().innerText();
  return url.match(/https?:\S+/)?.[0] ?? "";
}

export async function link(stage: Stage, options: BrowserContextOptions = {}, name = "claude.ai"): Promise<Linked> {
  const opened = await stage.open(options);
  const { page } = opened;
  const agent = await connectAgent(await turnOn(page), {}, name);
  return {
    page,
    agent,
    opened,
    told: (tool, args, signal) => toldBy(agent, tool, args, signal),
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

export async function toldBy(
  agent: Agent,
  tool: string,
  args: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { text } = await agent.call(tool, args, signal);
  const json = text.slice(text.indexOf("{"));
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return { text };
  }
}
