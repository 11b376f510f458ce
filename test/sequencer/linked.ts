import type { Page } from "playwright-core";
import { type Agent, connectAgent } from "../tab/agent.ts";
import type { OpenOptions, Opened, Stage } from "./stage.ts";

/** The page with Connect on, and an AI client at its URL. */
export interface Linked extends AsyncDisposable {
  readonly page: Page;
  readonly agent: Agent;
  readonly opened: Opened;
  /** Calls a tool and reads the JSON of its first text, after the content mark where there is one. */
  told(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
}

/** Opens the page, turns Connect on by hand, and connects a client by the URL in the panel. */
export async function link(stage: Stage, options: OpenOptions = {}, name = "claude.ai"): Promise<Linked> {
  const opened = await stage.open(options);
  const { page } = opened;
  await page.locator(".sx-pill").click();
  const panel = page.locator("jackfield-connect");
  await panel.getByRole("switch").click();
  await panel.getByText("Ready, waiting for a client").first().waitFor();
  await panel.getByRole("button", { name: "Show" }).first().click();
  const url = await panel.getByLabel("Connector URL", { exact: true }).locator("visible=true").first().innerText();
  const agent = await connectAgent(url.match(/https?:\S+/)?.[0] ?? "", {}, name);
  return {
    page,
    agent,
    opened,
    async told(tool, args = {}, signal) {
      const { text } = await agent.call(tool, args, signal);
      const json = text.slice(text.indexOf("{"));
      try {
        return JSON.parse(json) as Record<string, unknown>;
      } catch {
        return { text };
      }
    },
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}
