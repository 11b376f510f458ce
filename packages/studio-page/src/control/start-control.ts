import { type Links, type TabTool, createLinks } from "@jackfield/tab";
import { PageControl } from "./page-control.ts";
import { type MenuInvoke, pageTools } from "./page-tools.ts";

/** Milliseconds between two tries to tell the process, and how many there are: it opens its door while the page loads. */
const tellAgainMs = 250;
const tellTries = 40;

export interface ControlOptions {
  readonly relay: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly TabTool[];
  readonly invoke: MenuInvoke;
}

/** Control of this page by programs of this computer, while it is on. */
export interface RunningControl extends Disposable {
  /** Its one link: who is here, what they do, and the switch. */
  readonly links: Links;
}

/**
 * Opens a link of its own for the process that served this page, and tells it which. Whoever started that process asked for it; the person at
 * the page sees who is here, and can turn it off. Undefined where another page is the one that is moved.
 */
export async function startControl(options: ControlOptions): Promise<RunningControl | undefined> {
  const control = new PageControl();
  // For the process that has this page in its window: it has no other way in.
  Object.defineProperty(globalThis, Symbol.for("jackfield.control"), { value: control, configurable: true });
  const links = createLinks({
    relay: options.relay,
    app: "studio-control",
    title: "Studio",
    version: options.version,
    instructions: options.instructions,
    path: "/",
    name: "This computer",
    tools: [...options.tools, ...pageTools(control, options.invoke, windowKey() !== undefined)],
    // A page's own, and as long as its tab: another page of the same browser has another link.
    storage: sessionStorage,
  });
  const end = (): void => {
    for (const link of links.list) if (link.isOn) link.close();
    control[Symbol.dispose]();
    Reflect.deleteProperty(globalThis, Symbol.for("jackfield.control"));
  };
  // The person who started that process lets its clients work: they ask by themselves, and every change is undoable.
  links.main.set({ ask: false });
  await links.main.open();
  const token = /\/s\/([^/]+)\/mcp/.exec(links.main.url ?? "")?.[1];
  if (token === undefined || !(await tell(token))) {
    end();
    return undefined;
  }
  return { links, [Symbol.dispose]: end };
}

async function tell(token: string): Promise<boolean> {
  const key = windowKey();
  const body = JSON.stringify({ token, ...(key === undefined ? {} : { key }) });
  for (let tried = 0; tried < tellTries; tried++) {
    const answer = await fetch("/control", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(
      () => undefined,
    );
    if (answer?.ok === true) return true;
    if (answer !== undefined && answer.status !== 503) return false;
    await new Promise((resolve) => setTimeout(resolve, tellAgainMs));
  }
  return false;
}

/** What only the page in the process's own window has. */
function windowKey(): string | undefined {
  const key: unknown = Reflect.get(globalThis, Symbol.for("jackfield.control.key"));
  return typeof key === "string" ? key : undefined;
}
