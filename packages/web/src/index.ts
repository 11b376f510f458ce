export { type Page, type PageOptions, escapeHtml, loaders, page, pagePolicy, withControl, withRelay, withSpace } from "./page.ts";
export { pages } from "./pages.ts";
