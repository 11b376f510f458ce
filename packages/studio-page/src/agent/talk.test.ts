import { expect, test } from "vitest";
import { keptMessages, openTalk } from "./talk.ts";

test("messages are kept in order, and no more than so many", () => {
  const talk = openTalk(() => 5);
  for (let at = 1; at <= keptMessages + 3; at++) talk.say(`Line ${at}`, "claude");
  expect(talk.messages.value.length).toBe(keptMessages);
  expect(talk.messages.value.at(-1)).toMatchObject({ by: "claude", text: `Line ${keptMessages + 3}`, at: 5 });
  expect(talk.unread.value).toBe(keptMessages + 3);
  talk.read();
  expect(talk.unread.value).toBe(0);
});

test("a question is answered once, and goes when nobody waits any more", async () => {
  const talk = openTalk(() => 5);
  const stop = new AbortController();
  const asked = { text: "Warmer?", choices: ["Yes", "No"], by: "claude" };
  const first = talk.ask(asked, stop.signal);
  const second = talk.ask(asked, stop.signal);
  talk.questions.value[0]?.answer("Yes");
  expect(await first).toBe("Yes");
  expect(talk.messages.value.map(({ text }) => text)).toEqual(["Warmer? — Yes"]);
  expect(talk.questions.value.length).toBe(1);
  stop.abort();
  expect(await second).toBeUndefined();
  expect(talk.questions.value).toEqual([]);
  expect(await talk.ask(asked, stop.signal)).toBeUndefined();
});
