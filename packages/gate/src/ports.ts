/** What the gate needs from outside. `@jackfield/gate/node` has Node's. */
export interface Ports {
  /** Milliseconds since the epoch. Must not run backwards: timeouts are differences of it. */
  now(): number;
  /** Runs something once, later. Returns what calls it off; calling that twice, or too late, does nothing. */
  after(ms: number, run: () => void): () => void;
  /** A new unguessable text, different each time. */
  mint(): string;
  /** SHA-256 as text: always the same for the same bytes. */
  digest(bytes: Uint8Array): string | Promise<string>;
}
