import type { Passthrough } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import { joined } from "./own-result.ts";

/** Another server's result on its way through, in the pieces it came in. */
export class PassedOn implements Passthrough {
  readonly is = "passthrough";
  readonly pieces: Pieces;

  constructor(pieces: Pieces) {
    this.pieces = pieces;
  }

  get body(): Uint8Array {
    return joined(this.pieces);
  }
}
