import type { Client, ClientCan } from "@jackfield/contract";

/** A client for tests that can be asked what `can` says, and nothing else. */
export function testClient(can: Partial<ClientCan> = {}): Client {
  return {
    name: "tester",
    version: "1",
    revision: "2025-11-25",
    can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false, ...can },
  };
}
