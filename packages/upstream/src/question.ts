import { type ClientCan, Fault, type Json, type JsonObject, type Question } from "@jackfield/contract";
import { isObject } from "./incoming.ts";

/** A question of a server. Undefined: it is not one that can be put to a client. */
export function questionOf(method: string, params: JsonObject): Question | undefined {
  switch (method) {
    case "elicitation/create":
    case "sampling/createMessage":
    case "roots/list":
      return { method, params: withoutHopMeta(params) };
    default:
      return undefined;
  }
}

/** The questions of an `input_required` (MCP 2026-07-28). Throws Fault `upstream_error` for one that nobody can be asked: without it the server would ask for ever. */
export function questionsOf(requests: JsonObject, can: ClientCan): Record<string, Question> {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => {
      const { method, params } = isObject(request) ? request : {};
      const question = typeof method === "string" ? questionOf(method, isObject(params) ? params : {}) : undefined;
      if (question === undefined || !mayAsk(question, can))
        throw new Fault("upstream_error", "The server asks for something that it was not told it could ask");
      return [key, question];
    }),
  );
}

/** Roots are folders that the server may work in: one that was not told of any gets none, however it asks. The rest is for the client to refuse. */
export function mayAsk({ method }: Question, can: ClientCan): boolean {
  return method !== "roots/list" || can.roots;
}

/** What a server of 2025-11-25 wants visited before it goes on (error -32042), as questions. `hasId`: the client's revision knows elicitation ids. */
export function visitsOf(
  data: Json | undefined,
  hasId: boolean,
): { readonly questions: Record<string, Question>; readonly ids: readonly string[] } {
  const { elicitations } = isObject(data) ? data : {};
  const all = Array.isArray(elicitations) ? (elicitations as Json[]).filter(isVisit).slice(0, mostVisits) : [];
  return {
    questions: Object.fromEntries(
      all.map(({ elicitationId, ...params }, index) => [
        `visit${index}`,
        { method: "elicitation/create", params: hasId ? { ...params, elicitationId } : params },
      ]),
    ),
    ids: all.map(({ elicitationId }) => elicitationId),
  };
}

function isVisit(
  value: Json,
): value is { readonly mode: "url"; readonly url: string; readonly message: string; readonly elicitationId: string } {
  return (
    isObject(value) &&
    value["mode"] === "url" &&
    typeof value["url"] === "string" &&
    typeof value["message"] === "string" &&
    typeof value["elicitationId"] === "string"
  );
}

/** A progress token belongs to its hop. */
function withoutHopMeta({ _meta: meta, ...params }: JsonObject): JsonObject {
  if (!isObject(meta)) return params;
  const { progressToken: _token, ...rest } = meta;
  return Object.keys(rest).length === 0 ? params : { ...params, _meta: rest };
}

/** Addresses in one error: a person is not sent to more. */
const mostVisits = 4;
