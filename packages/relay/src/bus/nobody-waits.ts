import type { Waiter } from "./exchanges.ts";

/** For what is carried whatever becomes of it. */
export const nobodyWaits: Waiter = {
  answer: () => undefined,
  start: () => undefined,
  data: () => true,
  end: () => undefined,
  failed: () => undefined,
};
