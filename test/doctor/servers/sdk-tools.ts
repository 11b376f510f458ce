import { z } from "zod";

/** The annotations of a tool that only looks. */
export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The tool that every SDK server below has. */
export const countWords = {
  name: "count_words",
  about: {
    title: "Count words",
    description: "Returns how many words a text has",
    annotations: reads,
  },
  input: { text: z.string().optional().describe("The text; the note where there is none") },
  run: ({ text = "one note" }: { text?: string | undefined }) => ({
    content: [{ type: "text" as const, text: String(text.split(/\s+/).length) }],
  }),
};
