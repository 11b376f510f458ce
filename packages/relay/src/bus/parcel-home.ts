import { Fault } from "@jackfield/contract";
import type { Parcel } from "@jackfield/wire";
import { parseBody } from "../holder-body.ts";
import type { Bus } from "./bus.ts";
import { groupsOf } from "./routed-frames.ts";
import { keyOf } from "./routed-result.ts";

/** Whether some of what a parcel carries is for another process. A parcel is taken here or not at all: what is carried comes by POST. */
export function isForAnother(bus: Bus, token: string, { route }: Parcel, body: Buffer): boolean {
  if (route === "result") {
    const key = keyOf(body);
    return key !== undefined && bus.minter(key) !== bus.process;
  }
  const value = parseBody(body);
  if (Fault.is(value)) return false;
  for (const process of groupsOf(bus, value).keys()) if (process === "" ? !bus.homes.isHere(token) : process !== bus.process) return true;
  return false;
}
