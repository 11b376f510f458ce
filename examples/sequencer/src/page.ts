import { type Page, page } from "@jackfield/web";

/** The sequencer's one page. */
export const sequencer: Page = page({
  name: "sequencer",
  path: "/",
  entry: "@jackfield/example-sequencer/main",
  title: "Sixteen · step sequencer",
  description: "A step sequencer that you and your AI client play together",
});
