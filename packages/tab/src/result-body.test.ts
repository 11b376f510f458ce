import { Fault, type OwnOutcome } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { errorBody, resultBody } from "./result-body.ts";

const limits = { message: 100_000, text: 50_000 };
const bodyOf = (outcome: OwnOutcome, notice?: string): string => resultBody("p.1", outcome, {}, limits, notice);
const image = (bytes: number): { data: string; mimeType: string } => ({ data: "A".repeat(bytes), mimeType: "image/png" });

describe("resultBody", () => {
  test("begins with the key, so that the relay can pass the rest on", () => {
    expect(bodyOf({ is: "done", data: { a: 1 } })).toBe('{"id":"p.1","result":{"content":[{"type":"text","text":"{\\"a\\":1}"}]}}');
  });

  test("puts the relay's notice first", () => {
    expect(bodyOf({ is: "done", text: "x" }, "Another tab answers now")).toContain(
      '[{"type":"text","text":"Another tab answers now"},{"type":"text","text":"x"}]',
    );
  });

  test("leaves out only the images that do not fit, and says so", () => {
    const outcome: OwnOutcome = { is: "done", data: { n: 1 }, images: [image(60_000), image(30_000), image(40_000)] };
    const body = bodyOf(outcome);
    expect(body.length).toBeLessThanOrEqual(100_000);
    expect(body).toContain("image_left_out");
    expect(body.match(/"type":"image"/g)).toHaveLength(2);
    expect(bodyOf({ is: "done", data: { n: 1 }, images: [image(99_000), image(99_000)] })).not.toContain('"type":"image"');
  });

  test("what is too large without images is an error that asks for less", () => {
    const body = bodyOf({ is: "done", text: "é".repeat(49_990), images: [image(1_000)] });
    expect(JSON.parse(body)).toMatchObject({ result: { isError: true } });
    expect(body).toContain("The result is larger than this link takes");
    expect(body.length).toBeLessThan(1_000);
  });

  test("no body is larger than the limit, whatever comes", () => {
    for (const count of [0, 1, 5, 90]) {
      for (const size of [10, 5_000, 99_000, 200_000]) {
        for (const text of [0, 20_000, 49_999, 60_000]) {
          const body = bodyOf({
            is: "done",
            data: { text: "\u2028".repeat(text / 2) },
            images: Array.from({ length: count }, () => image(size)),
          });
          expect(new TextEncoder().encode(body).length, `${count} × ${size}, ${text}`).toBeLessThanOrEqual(limits.message);
        }
      }
    }
  });

  test("a fault of the protocol is an error, one of the tool a result", () => {
    expect(JSON.parse(bodyOf({ is: "fault", fault: new Fault("tool_unknown") }))).toMatchObject({
      id: "p.1",
      error: { code: "tool_unknown" },
    });
    expect(JSON.parse(bodyOf({ is: "fault", fault: new Fault("paused") }))).toMatchObject({ result: { isError: true } });
  });
});

describe("errorBody", () => {
  test("a code that no holder may send becomes internal", () => {
    expect(JSON.parse(errorBody("p.1", new Fault("session_unknown", "secret story")))).toEqual({
      id: "p.1",
      error: { code: "internal", message: "Something went wrong inside" },
    });
  });
});
