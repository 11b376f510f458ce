import type { Json } from "@jackfield/contract";

/** The one tool of a link that nobody has declared anything on: a client that lists early learns how to go on. */
export const connectionStatus = {
  name: "connection_status",
  title: "Connection status",
  description: "Says whether a page or program holds this link, and how to bring one here. Its tools appear in the list once it does.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  annotations: { title: "Connection status", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/** How the link stands. */
export type LinkState = "never" | "away" | "here";

/** The steps that bring a holder here, for a model to pass on to the person. */
export const openSteps = [
  "Ask the person to open the app this link was made in",
  "Ask them to turn on Connect there, with this link",
  "Call again; the list of tools may have changed by then",
] as const;

/** The tool's result. */
export function connectionStatusResult(state: LinkState): Json {
  return { content: [{ type: "text", text: texts[state] }] };
}

const steps = openSteps.map((step, index) => `${index + 1}. ${step}`).join("\n");
const texts: Readonly<Record<LinkState, string>> = {
  never: `Nobody holds this link yet.\n${steps}`,
  away: `The app behind this link is not open.\n${steps}`,
  here: "The app behind this link is open. List the tools again to see what it offers.",
};
