import type { Controlled } from "./controlled.ts";

/** A part of the page, as `ui_inspect` tells it. */
export interface Node {
  readonly ref?: string;
  readonly role: string;
  readonly name?: string;
  readonly value?: string;
  readonly range?: readonly number[];
  readonly is?: readonly string[];
  readonly children?: readonly Node[];
}

/** All parts of the page now, each before what is in it. */
export async function nodesOf(studio: Controlled): Promise<Node[]> {
  const { text } = await studio.call("ui_inspect");
  const outline = JSON.parse(text.slice(text.indexOf("{"))) as { readonly nodes: readonly Node[] };
  const all = (list: readonly Node[]): Node[] => list.flatMap((node) => [node, ...all(node.children ?? [])]);
  return all(outline.nodes);
}
