import { type Page, page } from "./page.ts";

/** The pages this package brings: the kit, where every shared part is on show. Apps export their own `Page`. */
export const pages: readonly Page[] = [
  page({
    name: "kit",
    path: "/kit",
    entry: "@jackfield/web/kit",
    title: "Jackfield kit",
    description: "Every shared part of Jackfield's pages, in light and dark",
  }),
];
