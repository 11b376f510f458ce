import { Fault } from "@jackfield/contract";
import { expect, it } from "vitest";
import { utf8 } from "./json-bytes.ts";
import { type Message, readMessages } from "./message.ts";

const filler = "y".repeat(70_000);

function read(bytes: Uint8Array): Message {
  const messages = readMessages(bytes, 64, 16);
  const [message] = Fault.is(messages) ? [] : messages.messages;
  if (message === undefined) throw new Error("No message");
  return message;
}

it("reads a large message as JSON.parse does, whatever its members and their order", () => {
  const wraps = [
    (args: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${args}}}`,
    (args: string) =>
      ` {"params" : {"arguments" :\n${args} , "name":"a","_meta":{"progressToken":7}},"id":1,"method":"x","jsonrpc":"2.0"} `,
    (args: string) => `{"jsonrpc":"2.0","id":1,"method":"x","params":{"ar\\u0067uments":${args}}}`,
    (args: string) => `{"jsonrpc":"2.0","id":1,"method":"x","params":{"arguments":1,"arguments":${args}}}`,
    (args: string) => `{"jsonrpc":"2.0","id":1,"method":"x","params":{"other":${args}}}`,
  ];
  const given = [`{"t":"${filler}"}`, `"${filler}é"`, `[1,{"__proto__":{"b":"${filler}"}}]`, `null,"pad":"${filler}"`];
  let compared = 0;
  for (const wrap of wraps)
    for (const args of given) {
      const text = wrap(args);
      const message = read(utf8(text));
      const truth = JSON.parse(text) as { params: object };
      expect(message).toMatchObject({ is: "request" });
      if (message.is !== "request") continue;
      expect(JSON.stringify(message.value)).toBe(JSON.stringify(truth.params));
      expect(message.value).toEqual(truth.params);
      compared++;
    }
  expect(compared).toBe(20);
});

it("does not parse large arguments before somebody looks", () => {
  const message = read(utf8(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"t":"${filler}"}}}`));
  if (message.is !== "request") throw new Error(message.is);
  expect(Object.getOwnPropertyDescriptor(message.value, "arguments")).toHaveProperty("get");
  expect(message.value["name"]).toBe("a");
  const first = message.value["arguments"];
  expect(first).toEqual({ t: filler });
  expect(message.value["arguments"]).toBe(first);
  expect(Object.getOwnPropertyDescriptor(message.value, "arguments")).not.toHaveProperty("get");
});

it("refuses a large message that is no UTF-8 or no JSON in what is not looked at", () => {
  const bytes = utf8(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"arguments":{"t":"${filler}"}}}`);
  const spoilt = (byte: number): Uint8Array => Uint8Array.from(bytes, (each, at) => (at === 1_000 ? byte : each));
  expect(read(spoilt(0x79))).toMatchObject({ is: "request" });
  for (const byte of [0xff, 0xc3, 0x0a, 0x22, 0x00])
    expect(read(spoilt(byte))).toMatchObject({ is: "bad", fault: { code: "parse_error" } });
});
