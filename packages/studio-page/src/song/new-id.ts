import { type Id, randomIds } from "@jackfield/studio";

const ids = randomIds((into) => {
  into.set(crypto.getRandomValues(new Uint32Array(into.length)));
});

/** An id that nobody else makes: other pages and agents write to the same song. */
export function newId(prefix: "t" | "c" | "n" | "p" | "m" | "s" | "k"): Id {
  return ids(prefix);
}
