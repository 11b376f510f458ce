import type { Author } from "@jackfield/studio";

/** An author's name in their colour: warm is a person, cool is an agent. */
export function Who({ of }: { readonly of: Author }) {
  return (
    <b class="jf-who" data-by={of.kind === "agent" ? "agent" : "person"}>
      {of.name}
    </b>
  );
}
