import { type Json, type JsonObject, type Question, Fault, cutText, safeText } from "@jackfield/contract";

/**
 * Questions as they may leave. What people will read of an elicitation (its message, titles, descriptions) is cut and shown plainly, line breaks
 * kept; values are left alone, since answers are compared with them. Throws Fault `ask_unavailable` for a URL that is no web page's.
 */
export function sayQuestions(questions: Readonly<Record<string, Question>>): Readonly<Record<string, Question>> {
  return Object.fromEntries(Object.entries(questions).map(([key, question]) => [key, sayQuestion(question)]));
}

function sayQuestion(question: Question): Question {
  switch (question.method) {
    case "elicitation/create": {
      const { url } = question.params;
      if (url !== undefined && !isWebUrl(url)) throw new Fault("ask_unavailable", "The question's URL is not a web page's");
      return { method: question.method, params: plainly(question.params, 0) };
    }
    // Read by a model, or by nobody: the client's own rules hold.
    case "sampling/createMessage":
    case "roots/list":
      return question;
  }
}

function plainly(object: JsonObject, level: number): JsonObject {
  if (level > deepest) throw new Fault("ask_unavailable", "The question is nested too deeply");
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plainValue(name, value, level)]));
}

function plainValue(name: string, value: Json, level: number): Json {
  if (typeof value === "string") return read.has(name) ? plainLines(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (isList(value))
    return value.map((item) => (typeof item === "string" && name === "enumNames" ? plainLines(item) : plainValue("", item, level + 1)));
  return plainly(value, level + 1);
}

/** `safeText`, line by line. */
function plainLines(text: string): string {
  return cutText(text, mostCharacters)
    .split(/\r?\n/)
    .map((line) => safeText(line, mostCharacters))
    .join("\n");
}

function isWebUrl(url: Json): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  return ["https:", "http:"].includes(new URL(url).protocol);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Members that clients show to people. */
const read = new Set(["message", "title", "description"]);
const mostCharacters = 2_000;
const deepest = 16;
