import { linksOf } from "../create-link.ts";
import type { Link } from "../link.ts";
import type { Links } from "../links.ts";
import { address } from "./address.ts";
import { asks } from "./asks.ts";
import { calls } from "./calls.ts";
import { type Part, el, set } from "./dom.ts";
import { foot } from "./foot.ts";
import { head, jackOf } from "./head.ts";
import { linkTabs } from "./link-tabs.ts";
import { notes } from "./notes.ts";
import { permissions } from "./permissions.ts";
import { style } from "./style.ts";
import { toolList } from "./tool-list.ts";
import type { View } from "./view.ts";

/** Top to bottom, and so the order of the Tab key: what waits for an answer comes right after the switch. */
const parts = [head, asks, notes, linkTabs, address, permissions, calls, toolList, foot];

/**
 * `<jackfield-connect>`: the panel in which the person turns links on and sees what they do. Give it `links` (or the `link` of createLink).
 * Attributes: `floating` puts it in a corner behind a button; `theme` is `light` or `dark` where the page's colour scheme is not to be
 * followed. CSS variables begin with `--jackfield-`; the parts are `panel` and `launcher`.
 */
export class ConnectElement extends HTMLElement implements View {
  readonly #root: ShadowRoot;
  readonly #live = el("p", { class: "sr", role: "status", "aria-live": "polite" });
  readonly #panel = el("div", { class: "panel", part: "panel", role: "region", "aria-labelledby": "title" });
  readonly #jack = el("span", { "aria-hidden": "true" });
  readonly #count = el("b", { hidden: true });
  readonly #launcher = el(
    "button",
    { type: "button", class: "launch", part: "launcher", onclick: () => this.#toggle() },
    this.#jack,
    el("span", { text: "Connect AI" }),
    this.#count,
  );
  #links: Links | undefined;
  #selected: Link | undefined;
  #parts: readonly Part[] = [];
  #off: (() => void)[] = [];
  #open = false;
  #asked = 0;
  #due = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#panel, this.#launcher, this.#live);
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.hasAttribute("floating") || !this.#open) return;
      this.#toggle();
      this.#launcher.focus();
    });
  }

  get links(): Links {
    if (this.#links === undefined) throw new TypeError("Cannot draw <jackfield-connect> without links: set its `links` first");
    return this.#links;
  }
  set links(links: Links) {
    this.#detach();
    this.#links = links;
    this.#selected = undefined;
    if (this.isConnected) this.#attach();
  }

  get link(): Link {
    return this.#selected ?? this.links.main;
  }
  /** Also takes the link that createLink gave. */
  set link(link: Link) {
    const links = linksOf(link);
    if (links !== undefined) this.links = links;
    this.select(link);
  }

  connectedCallback(): void {
    if (this.#links !== undefined) this.#attach();
  }

  disconnectedCallback(): void {
    this.#detach();
  }

  select(link: Link): void {
    this.#selected = link;
    this.redraw();
  }

  say(text: string): void {
    // Emptied first, so that the same sentence twice is read twice.
    this.#live.textContent = "";
    requestAnimationFrame(() => (this.#live.textContent = text));
  }

  redraw(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#draw();
    });
  }

  #attach(): void {
    if (this.#links === undefined || this.#parts.length > 0) return;
    this.#parts = parts.map((part) => part(this));
    this.#panel.replaceChildren(...this.#parts.map((part) => part.node));
    this.#off = [this.#links.showApprovals(), this.#links.on("change", () => this.redraw())];
    // Running times and countdowns.
    this.#clock = setInterval(() => this.redraw(), 1_000);
    this.#draw();
  }

  #detach(): void {
    for (const off of this.#off) off();
    clearInterval(this.#clock);
    this.#off = [];
    this.#parts = [];
  }

  #draw(): void {
    const { list, approvals } = this.links;
    if (!list.includes(this.link)) this.#selected = undefined;
    // What needs an answer must be seen, also behind the button; the focus stays where the person has it.
    if (approvals.length > this.#asked) this.#open = true;
    this.#asked = approvals.length;
    for (const part of this.#parts) part.update();
    const { link } = this;
    set(this.#panel, { hidden: this.hasAttribute("floating") && !this.#open });
    set(this.#jack, { className: `jack ${jackOf(link.state.is, link.controls.paused)}` });
    set(this.#count, { hidden: approvals.length === 0, text: String(approvals.length) });
    set(this.#launcher, { "aria-expanded": String(this.#open) });
  }

  #toggle(): void {
    this.#open = !this.#open;
    this.#draw();
  }
}

/** Makes `<jackfield-connect>` known to the page. Twice does no harm. */
export function defineConnect(): void {
  if (customElements.get("jackfield-connect") === undefined) customElements.define("jackfield-connect", ConnectElement);
}
