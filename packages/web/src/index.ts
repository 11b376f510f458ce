export { type Page, type PageOptions, escapeHtml, loaders, page, pagePolicy, withControl, withRelay } from "./page.ts";
export { pages } from "./pages.ts";
