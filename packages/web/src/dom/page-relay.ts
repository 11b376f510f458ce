import { relayFor } from "@jackfield/tab";

/**
 * The relay this page links to: what its server wrote into `<meta name="jackfield-relay">`, or on this computer the `relay` parameter of
 * the page's URL. Undefined when there is neither.
 */
export function pageRelay(): string | undefined {
  const configured = document.querySelector('meta[name="jackfield-relay"]')?.getAttribute("content") ?? "";
  const relay = relayFor(configured, location);
  return relay === "" ? undefined : relay;
}
