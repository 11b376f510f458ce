import { claudeLine } from "../client-lines.ts";
import type { QrCode } from "../qr.ts";
import { reachProblems } from "../reach.ts";
import { type Part, el, set } from "./dom.ts";
import { type View, copy } from "./view.ts";
import { masked } from "./words.ts";

/** The connector URL: hidden until asked for, since whoever has it can use the page. */
export function address(view: View): Part {
  let shown: string | undefined;
  const url = el("code", { "aria-label": "Connector URL" });
  const show = el("button", {
    type: "button",
    class: "quiet",
    onclick: () => ((shown = shown === view.link.id ? undefined : view.link.id), view.redraw()),
  });
  const copyUrl = el("button", {
    type: "button",
    class: "main",
    text: "Copy URL",
    onclick: () => void take(copyUrl, view.link.url ?? "", "Connector URL"),
  });
  const take = async (button: HTMLButtonElement, text: string, what: string): Promise<void> => {
    await copy(view, button, text, what);
    view.link.copied();
  };

  const code = el("div", { hidden: true, class: "qr" });
  const qr = el("button", { type: "button", onclick: () => ((code.hidden = !code.hidden), view.redraw()) });
  let drawn = "";

  const reach = el("div", { class: "note" });
  const command = el("code");
  const copyCommand = el("button", {
    type: "button",
    class: "quiet",
    text: "Copy",
    onclick: () => void take(copyCommand, lineOf(view), "Command"),
  });
  const how = el(
    "details",
    {},
    el("summary", { text: "Add it to an AI client" }),
    el(
      "div",
      { class: "stack" },
      el("p", { text: "Claude, ChatGPT and other hosted apps: add a custom connector in their settings and paste the URL." }),
      reach,
      el("p", { text: "Claude Code on this computer: run this command." }),
      el("div", { class: "address" }, command, copyCommand),
    ),
  );
  const node = el(
    "section",
    { class: "stack", "aria-label": "Connector URL" },
    el("div", { class: "address" }, url, show),
    el("div", { class: "row" }, copyUrl, qr),
    code,
    how,
  );
  return {
    node,
    update() {
      const { link } = view;
      const full = link.url;
      set(node, { hidden: !link.isOn || full === undefined });
      if (full === undefined) return;
      const isShown = shown === link.id;
      set(url, { text: isShown ? full : masked(full) });
      set(show, { text: isShown ? "Hide" : "Show", "aria-pressed": String(isShown) });
      set(command, { text: isShown ? lineOf(view) : masked(lineOf(view)) });
      set(qr, { text: code.hidden ? "QR code" : "Hide QR code", "aria-expanded": String(!code.hidden) });
      const problems = reachProblems(full);
      set(reach, { hidden: problems.length === 0 });
      reach.replaceChildren(
        el("p", { text: "They will not reach this URL:" }),
        el("ul", {}, ...problems.map(({ message }) => el("li", { text: message }))),
      );
      if (!code.hidden && drawn !== full) {
        drawn = full;
        void link
          .qr()
          .then(
            (modules) =>
              modules &&
              code.replaceChildren(
                picture(modules),
                el("p", { class: "muted", text: "Point a phone’s camera at it. Whoever sees the code has the URL." }),
              ),
          );
      }
    },
  };
}

function lineOf({ link, links }: View): string {
  return claudeLine(`${links.title}-${link.name}`, link.url ?? "");
}

function picture({ size, path }: QrCode): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const dark = document.createElementNS("http://www.w3.org/2000/svg", "path");
  // Four light modules around the code (ISO/IEC 18004), or cameras do not find it.
  svg.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code of the connector URL");
  dark.setAttribute("d", path);
  svg.append(dark);
  return svg;
}
