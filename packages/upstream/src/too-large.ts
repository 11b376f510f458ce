import { Fault } from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";

/** A message of the server's has more than `messageBytes`. */
export function tooLarge({ messageBytes }: UpstreamLimits, cause?: unknown): Fault {
  return new Fault("result_too_large", `The server's message has more than ${messageBytes} bytes`, {
    data: { ceiling: "messageBytes", limit: messageBytes },
    cause,
  });
}
