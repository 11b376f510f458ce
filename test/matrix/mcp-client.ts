import { Client, type Transport } from "@modelcontextprotocol/client";
import { type Answers, type Reach, seenResult, seenText, seenThrown } from "./reach.ts";

export type Era = "2025-11-25" | "2026-07-28";

/** The official SDK's client in one of its eras, over a transport of a door. `close` ends what the transport leaves. */
export async function reachMcp(transport: Transport, era: Era, answers: Answers, close: () => Promise<void>): Promise<Reach> {
  const client = new Client(
    { name: "matrix", version: "1" },
    {
      capabilities: answers === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  if (answers !== undefined) client.setRequestHandler("elicitation/create", async ({ params }) => ({ ...(await answers(params.message)) }));
  await client.connect(transport);
  if (client.getNegotiatedProtocolVersion() !== era)
    throw new Error(`The door speaks ${String(client.getNegotiatedProtocolVersion())}, not ${era}`);

  return {
    tools: async () => (await client.listTools()).tools.map(({ name, annotations }) => ({ name, annotations: { ...annotations } })),
    call: (name, args = {}, { signal, progress } = {}) =>
      client
        .callTool(
          { name, arguments: args },
          {
            ...(signal === undefined ? {} : { signal }),
            ...(progress === undefined ? {} : { onprogress: (report: { readonly progress: number }) => progress(report.progress) }),
          },
        )
        .then(seenResult, seenThrown),
    read: (uri) =>
      client
        .readResource({ uri })
        .then(({ contents: [first] }) => seenText(first !== undefined && "text" in first ? first.text : ""), seenThrown),
    prompt: (name, args) =>
      client.getPrompt({ name, arguments: args }).then(({ messages }) => seenText(JSON.stringify(messages)), seenThrown),
    complete: (prompt, argument, value) =>
      client
        .complete({ ref: { type: "ref/prompt", name: prompt }, argument: { name: argument, value } })
        .then(({ completion }) => seenText(completion.values.join()), seenThrown),
    async [Symbol.asyncDispose]() {
      await client.close();
      await close();
    },
  };
}
