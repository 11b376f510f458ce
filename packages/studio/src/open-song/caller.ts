import type { Author } from "../song/change.ts";
import type { Role } from "../song/op-row.ts";

/** Who asks for something, and what they are to this song. An agent comes with the role of the person that it acts for. */
export interface Caller {
  readonly author: Author;
  readonly role: Role;
}

/** What somebody may do to a song. */
export type Right = "read" | "comment" | "propose" | "apply" | "decide" | "undo-own" | "lock" | "undo-others" | "admin";

/** Each role has the rights of those before it. */
export const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ["read"],
  reviewer: ["read", "comment"],
  editor: ["read", "comment", "propose", "apply", "decide", "undo-own", "lock"],
  owner: ["read", "comment", "propose", "apply", "decide", "undo-own", "lock", "undo-others", "admin"],
};
