import { type Params, Wrong, textOf } from "./message.ts";
import { type Author, No, Words } from "./words.ts";

/** Each role has the rights of those before it. */
export const rights = { viewer: 0, reviewer: 1, editor: 2, owner: 3 } as const;
type Role = keyof typeof rights;

/** Who is at the other end of a connection. */
export interface Guest {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** What methods can do to connections. */
export interface Space {
  tell(method: string, params: object): void;
  /** Ends a person's connections with a code. Returns how many there were. */
  dismiss(id: string, code: number): number;
}

type Method = (guest: Guest, params: Params) => object;

const toolRows = [
  { name: "read_words", description: "Reads the list.", least: "viewer", fields: {}, readOnlyHint: true },
  {
    name: "add_word",
    description: "Adds a word.",
    least: "editor",
    fields: { word: { type: "string", maxLength: 2_000 } },
    readOnlyHint: false,
  },
] as const;

/** The methods of the protocol's core, for a list of words. */
export function wordMethods(space: Space): Readonly<Record<string, Method>> {
  const words = new Words();
  const places = new Map<string, unknown>();
  const by = ({ id, name }: Guest): Author => ({ id, name, kind: "person" });
  const told = <T extends object>(kind: "change" | "proposal" | "comment", value: T): Readonly<Record<string, T>> => {
    space.tell(kind === "comment" ? "comment.event" : "change.event", { [kind]: value });
    return { [kind]: value };
  };
  const need = ({ role }: Guest, least: Role): void => {
    const code = role === "viewer" ? "session.read_only" : role === "reviewer" ? "session.comment_only" : "session.not_yours";
    if (rights[role] < rights[least]) throw new No(code, `A ${role} may not do that`);
  };
  const as =
    (least: Role, run: Method): Method =>
    (guest, params) => {
      need(guest, least);
      return run(guest, params);
    };
  const decide = (guest: Guest, { id, note }: Params, status: "approved" | "rejected"): object => {
    const proposal = words.decide(by(guest), textOf(id, "id"), status, note === undefined ? undefined : textOf(note, "note"));
    const change = status === "approved" ? told("change", words.add(proposal.by, proposal.word, by(guest))) : {};
    return { ...told("proposal", proposal), ...change, missed: [] };
  };
  const step = (guest: Guest, which: "undo" | "redo"): object => {
    const change = words[which](by(guest));
    return { kept: [], tooOld: 0, rev: words.changes.length, ...(change === undefined ? {} : told("change", change)) };
  };
  const call = (guest: Guest, { name, arguments: given, author, agent = { id: "agent" } }: Params): string => {
    if (name === "read_words") return JSON.stringify(words.list);
    if (name !== "add_word") throw new Wrong(-32_602, "There is no such tool");
    need(guest, "editor");
    const word = textOf(given?.word, "word");
    if (author !== "agent") {
      told("change", words.add(by(guest), word));
      return "Added";
    }
    const asker: Author = { id: `${guest.id}/${agent.id}`, name: agent.name ?? agent.id, kind: "agent", for: guest.id };
    told("proposal", words.propose(asker, word));
    return "It waits for a person to decide";
  };
  return {
    "tools.list": ({ role }) => ({
      tools: toolRows
        .filter(({ least }) => rights[role] >= rights[least])
        .map(({ name, description, fields, readOnlyHint }) => ({
          name,
          title: name,
          description,
          inputSchema: { type: "object", properties: fields, required: Object.keys(fields) },
          annotations: { readOnlyHint, destructiveHint: false },
        })),
    }),
    "tools.call": (guest, params) => ({ content: [{ type: "text", text: call(guest, params) }] }),
    "changes.list": () => ({ rev: words.changes.length, more: false, changes: words.changes.slice(-200), proposals: words.proposals }),
    "changes.get": (_, { id }) => {
      const proposal = words.proposal(textOf(id, "id"));
      return { proposal: { ...proposal, takes: [{ id: "a", label: "", ops: 1, differences: [`New word: ${proposal.word}`] }] } };
    },
    "changes.approve": as("editor", (guest, params) => decide(guest, params, "approved")),
    "changes.reject": as("editor", (guest, params) => decide(guest, params, "rejected")),
    "changes.undo": as("editor", (guest) => step(guest, "undo")),
    "changes.redo": as("editor", (guest) => step(guest, "redo")),
    "comments.list": () => ({ comments: words.comments }),
    "comments.create": as("reviewer", (guest, { text }) => told("comment", words.comment(by(guest), textOf(text, "text")))),
    "comments.reply": as("reviewer", (guest, { id, text }) =>
      told("comment", words.reply(by(guest), textOf(id, "id"), textOf(text, "text"))),
    ),
    "focus.set": ({ id }, { place }) => {
      if (JSON.stringify(place ?? null).length > 4_000 || places.size >= 256) throw new Wrong(-32_602, "That place is too much to keep");
      places.set(id, place);
      return {};
    },
    "focus.get": ({ id }) => ({ place: places.get(id) ?? null }),
    "people.role": as("owner", (_, { id }) => ({ ended: space.dismiss(textOf(id, "id"), 1012) })),
    "people.remove": as("owner", (_, { id }) => ({ ended: space.dismiss(textOf(id, "id"), 4403) })),
  };
}
