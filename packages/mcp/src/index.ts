export type {
  AskRound, Core, CoreLimits, Description, Endpoint, Exchange, Gone, Head, Headers, LinePeer, Ports, Reply, Request, ResultStream, Session, Sessions, Sink,
} from "./types.ts";
