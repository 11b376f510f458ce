import type { Page } from "@jackfield/web";
import { studio } from "./page.ts";

export { studio } from "./page.ts";

/** The pages of this room, for the server that bundles and serves them. */
export const pages: readonly Page[] = [studio];
