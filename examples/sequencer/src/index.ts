import type { Page } from "@jackfield/web";
import { sequencer } from "./page.ts";

export { sequencer } from "./page.ts";

/** The pages of this example, for the server that bundles and serves them. */
export const pages: readonly Page[] = [sequencer];
