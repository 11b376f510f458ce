import type { Link } from "./link.ts";
import { Links, type LinksOptions } from "./links.ts";

const sets = new WeakMap<Link, Links>();

/** The links of a page: one for each AI client, sharing tools, activity and approvals. Throws Fault `config` on tools that are not fit. */
export function createLinks(options: LinksOptions): Links {
  return new Links(options);
}

/** One link of a page to one AI client. It does nothing until the person turns it on: `<jackfield-connect>`, or `open()`. */
export function createLink(options: LinksOptions): Link {
  const links = new Links(options);
  sets.set(links.main, links);
  return links.main;
}

/** The set a link of `createLink` lives in. */
export function linksOf(link: Link): Links | undefined {
  return sets.get(link);
}
