import { type Signal, signal } from "@preact/signals";
import type { Capture, SampleData } from "@jackfield/studio";

/** What the person has put before the agents: something hummed or tapped, and a recording to compare with. */
export interface Inbox {
  readonly capture: Signal<Capture | undefined>;
  readonly reference: Signal<{ readonly name: string; readonly data: SampleData } | undefined>;
}

export function openInbox(): Inbox {
  return { capture: signal<Capture | undefined>(undefined), reference: signal<Inbox["reference"]["value"]>(undefined) };
}
