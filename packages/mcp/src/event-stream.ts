import type { Change, Json, JsonObject } from "@jackfield/contract";
import { envelopeKeys } from "./head.ts";
import { joined, jsonBytes } from "./json-bytes.ts";
import { completeResult } from "./splice.ts";
import type { StreamChannel } from "./stream-channel.ts";
import type { CoreLimits, Description, Endpoint, Exchange, Session } from "./types.ts";

/** What a stream wants to hear. */
export interface StreamFilter {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether it watches this resource now. */
  watches(uri: string): boolean;
}

/** How a stream is opened and what it says last: a session's GET stream, or a subscriptions/listen. */
export type StreamKind =
  | { readonly is: "session"; readonly session: Session }
  | {
      readonly is: "listen";
      readonly id: Uint8Array;
      readonly idValue: Json;
      readonly accepted: JsonObject;
      readonly description: Description;
    };

/** One open server-to-client stream: changes go out on it, nothing comes back. */
export class EventStream implements Exchange {
  readonly endpoint: Endpoint;
  readonly kind: StreamKind;
  readonly filter: StreamFilter;
  readonly #channel: StreamChannel;
  readonly #limits: CoreLimits;
  readonly #over: (stream: EventStream) => void;
  #lastWrite: number;
  #open = true;

  constructor(
    channel: StreamChannel,
    endpoint: Endpoint,
    kind: StreamKind,
    filter: StreamFilter,
    limits: CoreLimits,
    now: number,
    over: (stream: EventStream) => void,
  ) {
    this.#channel = channel;
    this.endpoint = endpoint;
    this.kind = kind;
    this.filter = filter;
    this.#limits = limits;
    this.#lastWrite = now;
    this.#over = over;
    channel.open();
    if (kind.is === "listen") this.#say("notifications/subscriptions/acknowledged", { notifications: kind.accepted });
  }

  /** Tells of a change, if the stream wants to hear it. */
  tell(change: Change): void {
    if (!this.#open) return;
    switch (change.kind) {
      case "updated":
        if (this.filter.watches(change.uri)) this.#say("notifications/resources/updated", { uri: change.uri });
        return;
      case "tools":
      case "prompts":
      case "resources":
        if (this.filter[change.kind]) this.#say(`notifications/${change.kind}/list_changed`, {});
        return;
    }
  }

  tick(now: number): void {
    if (!this.#open || now - this.#lastWrite < this.#limits.keepAliveMs) return;
    this.#lastWrite = now;
    this.#channel.idle();
  }

  /** Ends from our side: a listen stream gets its result first (MCP 2026-07-28, subscriptions, "Ending"). */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.kind.is === "listen") {
      const result = jsonBytes({ _meta: { [envelopeKeys.subscription]: this.kind.idValue } });
      this.#channel.say(joined(completeResult(this.kind.id, [result], this.kind.description, undefined) ?? []));
    }
    this.#channel.end();
    this.#over(this);
  }

  dropped(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#over(this);
  }

  drained(): void {
    // Changes are not queued: a blocked stream is cut by the door's unread limit, not paused.
  }

  #say(method: string, params: JsonObject): void {
    const meta = this.kind.is === "listen" ? { _meta: { [envelopeKeys.subscription]: this.kind.idValue } } : {};
    const hasParams = this.kind.is === "listen" || Object.keys(params).length > 0;
    this.#channel.say(jsonBytes({ jsonrpc: "2.0", method, ...(hasParams ? { params: { ...params, ...meta } } : {}) }));
  }
}
