import type { ServerResponse } from "node:http";
import type { Core } from "@jackfield/mcp";
import type { SlowBodies } from "./body.ts";
import type { Bus } from "./bus/bus.ts";
import type { Calls } from "./calls.ts";
import type { ServedCatalog, ToolTimes } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";
import type { RelayLimits } from "./ceilings.ts";
import type { Held } from "./held.ts";
import type { HolderStreams } from "./holder-streams.ts";
import type { Holders } from "./holders.ts";
import type { LinkRates } from "./link.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Origins } from "./origins.ts";
import type { OpenSockets } from "./open-sockets.ts";
import type { Outflows } from "./outflow.ts";
import type { Refusals } from "./refusals.ts";
import type { Tally } from "./tally.ts";
import type { Visitors } from "./visitors.ts";
import type { Wheel } from "./wheel.ts";

/** What the routes of one relay share. */
export interface Parts {
  readonly limits: RelayLimits;
  readonly rates: LinkRates;
  readonly times: ToolTimes;
  readonly wheel: Wheel;
  readonly tally: Tally;
  readonly log: Log;
  readonly held: Held;
  readonly slow: SlowBodies;
  readonly outflows: Outflows;
  readonly refusals: Refusals;
  readonly visitors: Visitors;
  readonly origins: Origins;
  readonly links: Links;
  readonly calls: Calls;
  readonly holders: Holders;
  readonly catalogs: Catalogs;
  readonly core: Core;
  /** Streams of holders that are open now. */
  readonly streams: HolderStreams;
  /** Their up streams. */
  readonly ups: HolderStreams;
  readonly sockets: OpenSockets;
  /** The relay's own catalog; undefined on a general relay, whose links are declared. */
  readonly fixed: ServedCatalog | undefined;
  /** What links serve on which nothing was declared. */
  readonly unknown: ServedCatalog;
  /** Steady milliseconds. */
  readonly now: () => number;
  /** Other processes of this relay. Without one nothing of it is looked at. */
  bus: Bus | undefined;
  /** True while the relay drains: nothing new is taken. */
  readonly isClosing: () => boolean;
  /** Something of ours threw: it ends this answer and nothing else. */
  readonly failed: (response: ServerResponse, where: string, error: unknown) => void;
  /** The same while a parcel was taken: its transport goes on. */
  readonly failedParcel: (error: unknown) => void;
}
