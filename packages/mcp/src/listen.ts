import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { type Engine, canSubscribe } from "./engine.ts";
import { EventStream, type StreamFilter } from "./event-stream.ts";
import { isObject } from "./message.ts";
import type { StreamChannel } from "./stream-channel.ts";
import type { Description, Endpoint, Session } from "./types.ts";

/** What a `subscriptions/listen` asks for, cut down to what the endpoint has: the acknowledged subset (MCP 2026-07-28, subscriptions). */
export interface Listening {
  readonly accepted: JsonObject;
  readonly filter: StreamFilter;
  readonly uris: readonly string[];
}

/** Reads the filter of a listen request. */
export function readListening(params: JsonObject, description: Description, mostWatches: number): Listening | Fault {
  const asked = params["notifications"];
  if (!isObject(asked)) return new Fault("invalid_params", "params.notifications is not an object");
  const offered = (name: "tools" | "prompts" | "resources"): boolean => {
    const capability = description.capabilities[name];
    return isObject(capability) && capability["listChanged"] === true;
  };
  const tools = asked["toolsListChanged"] === true && offered("tools");
  const prompts = asked["promptsListChanged"] === true && offered("prompts");
  const resources = asked["resourcesListChanged"] === true && offered("resources");
  const subscriptions = asked["resourceSubscriptions"];
  if (subscriptions !== undefined && !Array.isArray(subscriptions))
    return new Fault("invalid_params", "resourceSubscriptions is not a list of URIs");
  const asks: readonly unknown[] = Array.isArray(subscriptions) ? subscriptions : [];
  if (asks.length > mostWatches)
    return new Fault("invalid_params", "Too many resource subscriptions in one stream", {
      data: { ceiling: "watchesPerStream", limit: mostWatches },
    });
  const uris = canSubscribe(description) ? [...new Set(asks.filter((uri) => typeof uri === "string"))] : [];
  const set = new Set(uris);
  return {
    uris,
    filter: { tools, prompts, resources, watches: (uri) => set.has(uri) },
    accepted: {
      ...(tools ? { toolsListChanged: true } : {}),
      ...(prompts ? { promptsListChanged: true } : {}),
      ...(resources ? { resourcesListChanged: true } : {}),
      ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    },
  };
}

/** Opens a listen stream; a Fault when there is no room for another. */
export function openListen(
  engine: Engine,
  params: JsonObject,
  id: Uint8Array,
  endpoint: Endpoint,
  description: Description,
  channel: StreamChannel,
): EventStream | Fault {
  const listening = readListening(params, description, engine.limits.watchesPerStream);
  if (Fault.is(listening)) return listening;
  if (engine.streams.countOf(endpoint.scope) >= engine.limits.streamsPerScope) return tooManyStreams(engine);
  const kind = {
    is: "listen",
    id,
    idValue: JSON.parse(new TextDecoder().decode(id)) as Json,
    accepted: listening.accepted,
    description,
  } as const;
  const stream = new EventStream(channel, endpoint, kind, listening.filter, engine.limits, engine.ports.now(), (over) => {
    engine.streams.remove(over);
    for (const uri of listening.uris) engine.watches.remove(endpoint, uri);
  });
  engine.streams.add(stream);
  for (const uri of listening.uris) engine.watches.add(endpoint, uri);
  return stream;
}

/** Opens a session's GET stream. */
export function openSessionStream(engine: Engine, session: Session, endpoint: Endpoint, channel: StreamChannel): EventStream | Fault {
  if (engine.streams.ofSession(session, endpoint.scope) !== undefined) return new Fault("stream_taken");
  if (engine.streams.countOf(endpoint.scope) >= engine.limits.streamsPerScope) return tooManyStreams(engine);
  const filter = { tools: true, prompts: true, resources: true, watches: (uri: string) => session.watching?.has(uri) ?? false };
  const stream = new EventStream(channel, endpoint, { is: "session", session }, filter, engine.limits, engine.ports.now(), (over) =>
    engine.streams.remove(over),
  );
  engine.streams.add(stream);
  return stream;
}

function tooManyStreams(engine: Engine): Fault {
  return new Fault("busy", "Too many streams are open", {
    hint: "Close one first",
    data: { ceiling: "streamsPerScope", limit: engine.limits.streamsPerScope },
  });
}
