import type { Fields } from "./rpc.ts";

/** A request's no that is the protocol's and not the song's. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly data: Fields | undefined;

  constructor(code: number, message: string, data?: Fields) {
    super(message);
    this.name = "RpcFailure";
    this.code = code;
    this.data = data;
  }
}
