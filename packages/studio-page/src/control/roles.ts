/** Roles that elements have without saying so (HTML-AAM), as far as pages of ours use them. */
const tagRoles: Readonly<Record<string, string>> = {
  a: "link",
  article: "article",
  aside: "complementary",
  button: "button",
  canvas: "img",
  dialog: "dialog",
  footer: "contentinfo",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  header: "banner",
  img: "img",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  output: "status",
  progress: "progressbar",
  section: "region",
  select: "combobox",
  table: "table",
  td: "cell",
  textarea: "textbox",
  th: "columnheader",
  tr: "row",
  ul: "list",
};

const inputRoles: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** The role an element has for those who do not see it, or undefined. */
export function roleOf(element: Element): string | undefined {
  const said = element.getAttribute("role")?.trim().split(/\s+/)[0];
  if (said !== undefined && said !== "") return said === "presentation" || said === "none" ? undefined : said;
  if (element instanceof HTMLInputElement) return element.type === "hidden" ? undefined : (inputRoles[element.type] ?? "textbox");
  return tagRoles[element.localName];
}

/** The name an element has for those who do not see it (a short form of ACCNAME), at most so many characters. */
export function nameOf(element: Element, most = 80): string {
  return (labelOf(element) ?? textOf(element)).replaceAll(/\s+/g, " ").trim().slice(0, most);
}

function labelOf(element: Element): string | undefined {
  const label = element.getAttribute("aria-label");
  if (label !== null && label.trim() !== "") return label;
  const by = element.getAttribute("aria-labelledby");
  if (by !== null) {
    const root = element.getRootNode() as Document | ShadowRoot;
    const texts = by
      .split(/\s+/)
      .map((id) => root.getElementById?.(id)?.textContent ?? "")
      .filter((text) => text !== "");
    if (texts.length > 0) return texts.join(" ");
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) {
    const text = element.labels?.[0]?.textContent;
    if (text !== undefined && text !== null && text.trim() !== "") return text;
    const hint = element.getAttribute("placeholder");
    if (hint !== null) return hint;
  }
  return element.getAttribute("alt") ?? element.getAttribute("title") ?? undefined;
}

/** Text is a name for what is pressed, chosen or read; of a region it would be all that is in it. */
function textOf(element: Element): string {
  const role = roleOf(element);
  return role !== undefined && namedByText.has(role) ? (element.textContent ?? "") : "";
}

const namedByText = new Set([
  "button",
  "cell",
  "checkbox",
  "columnheader",
  "heading",
  "link",
  "listitem",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "status",
  "switch",
  "tab",
  "treeitem",
]);
