import type { Capture, Room } from "../studio-ports.ts";

/** A page without a screen: what tools did to it is looked at, and its person answers when they are told to. */
export class TestRoom implements Room {
  readonly heard: string[] = [];
  readonly said: string[] = [];
  readonly pulsed: string[] = [];
  readonly shown: string[] = [];
  playing = false;
  playhead = 0;
  capture: Capture | undefined;
  reference: Room["reference"];
  #answer: ((text: string | undefined) => void) | undefined;

  async play(what: Parameters<Room["play"]>[0]): Promise<void> {
    this.playing = true;
    this.playhead = what.from ?? this.playhead;
    this.heard.push(JSON.stringify(what));
    return Promise.resolve();
  }

  stop(): void {
    this.playing = false;
  }

  highlight(ids: readonly string[], seconds: number): void {
    this.pulsed.push(`${ids.join(" ")} ${seconds}`);
  }

  say(text: string, by: string): void {
    this.said.push(`${by}: ${text}`);
  }

  async ask(_question: Parameters<Room["ask"]>[0], signal: AbortSignal): Promise<string | undefined> {
    return await new Promise((resolve) => {
      this.#answer = resolve;
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
    });
  }

  /** The person answers what they were asked last. */
  answer(text: string | undefined): void {
    this.#answer?.(text);
  }

  showDevice(track: string): void {
    this.shown.push(track);
  }
}
