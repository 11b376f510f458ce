import { createHash, timingSafeEqual } from "node:crypto";
import { type Params, Wrong, isObject } from "./message.ts";
import { type Guest, rights } from "./word-methods.ts";

/** Who greets. Throws where it is no greeting, or not with the token: compared by digests, whose time tells nothing. */
export function greet(method: string, { protocol, token: shown, as }: Params, token: string): Guest {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const isRight = typeof shown === "string" && timingSafeEqual(digest(shown), digest(token));
  if (method !== "session.hello" || !isRight) throw new Wrong(-32_003, "Greet first, with the token", 4401);
  if (protocol !== 1 || !isGuest(as)) throw new Wrong(-32_602, "Greet as somebody, in version 1", 4401);
  return as;
}

/** What they are told. */
export function welcome(you: Guest): object {
  return { protocol: 1, daemon: { name: "words", version: "1" }, space: { id: "words", title: "Words" }, you, agents: "propose", rev: 0 };
}

function isGuest(value: unknown): value is Guest {
  if (!isObject(value)) return false;
  const { id, name, role } = value;
  return (
    typeof id === "string" &&
    /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/.test(id) &&
    typeof name === "string" &&
    Object.hasOwn(rights, String(role))
  );
}
