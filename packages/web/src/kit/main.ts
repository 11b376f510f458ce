import "../../style/index.css";
import "../../style/kit.css";
import { button, element, icon, knob, notices, tabs, themeButton } from "../dom/index.ts";

/** Every shared part in every state, to look at and for tests to measure. */
const notes = notices();

function group(title: string, ...parts: readonly HTMLElement[]): HTMLElement {
  return element("section", { class: "kit-group jf-panel" }, [element("h2", {}, [title]), element("div", { class: "kit-row" }, parts)]);
}

function pressed(label: string): HTMLButtonElement {
  const made = button({
    label,
    onPress: () => made.setAttribute("aria-pressed", made.getAttribute("aria-pressed") === "true" ? "false" : "true"),
  });
  made.setAttribute("aria-pressed", "true");
  return made;
}

function disabled(label: string): HTMLButtonElement {
  const made = button({ label, onPress: () => undefined });
  made.disabled = true;
  return made;
}

function dial(name: string, least: number, most: number, value: number, by: "nobody" | "person" | "agent"): HTMLElement {
  const made = knob({ name, least, most, home: value, show: String, onTurn: (to) => made.set({ value: to, by }) });
  made.set({ value, by });
  return made.root;
}

function swatch(name: string): HTMLElement {
  return element("div", { class: "kit-swatch", "data-colour": name }, [element("span", {}, [name])]);
}

function who(by: "person" | "agent", name: string): HTMLElement {
  return element("p", {}, [element("span", { class: "jf-who", "data-by": by }, [name]), " changed something"]);
}

document.body.replaceChildren(
  element("div", { class: "kit" }, [
    element("header", { class: "kit-head" }, [element("h1", {}, ["Jackfield kit"]), themeButton()]),
    group("Colours", ...["ground", "panel", "raised", "well", "ink", "soft", "line", "edge", "warm", "cool"].map(swatch)),
    group(
      "Buttons",
      button({ label: "Plain", icon: "save", onPress: () => undefined }),
      button({ label: "Main", kind: "main", onPress: () => undefined }),
      button({ label: "Quiet", kind: "quiet", onPress: () => undefined }),
      pressed("Pressed"),
      disabled("Disabled"),
      button({ label: "Only an icon", icon: "play", iconOnly: true, onPress: () => undefined }),
    ),
    group("Knobs", dial("Nobody", 0, 100, 40, "nobody"), dial("Person", -50, 50, 20, "person"), dial("Agent", 0, 100, 80, "agent")),
    group("Who", who("person", "You"), who("agent", "claude.ai")),
    group(
      "Tabs",
      tabs("Example", [
        { id: "one", name: "One", panel: element("p", {}, ["The first panel"]) },
        { id: "two", name: "Two", panel: element("p", {}, ["The second panel"]) },
      ]).root,
    ),
    group(
      "Choice",
      element("select", { class: "jf-select", "aria-label": "Example" }, [
        element("option", {}, ["First"]),
        element("option", {}, ["Second"]),
      ]),
    ),
    group(
      "Notices",
      button({
        label: "Tell",
        onPress: () => notes.tell({ text: "Something happened", action: { label: "Undo", onPress: () => undefined } }),
      }),
    ),
    element("p", { class: "kit-foot" }, [icon("plug"), "Warm is the person, cool is an agent"]),
  ]),
  notes.root,
);
