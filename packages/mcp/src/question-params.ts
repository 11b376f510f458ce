import type { JsonObject, Question } from "@jackfield/contract";

/**
 * A question's params as the client's revision has them. An address to open has an `elicitationId` in MCP 2025-11-25, without which clients refuse it,
 * and none from 2026-07-28. `id`: for one that brings none; unique and not to be guessed.
 */
export function questionParams({ method, params }: Question, era: "session" | "stateless", id: string): JsonObject {
  if (method !== "elicitation/create" || params["mode"] !== "url") return params;
  const { elicitationId = id, ...rest } = params;
  return era === "session" ? { ...rest, elicitationId } : rest;
}
