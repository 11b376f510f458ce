/** The AI client behind a call, as it described itself. Display and fairness only: nothing here is authority. */
export interface Client {
  readonly name: string;
  readonly version: string;
  /** The MCP revision in force. */
  readonly revision: string;
  readonly can: ClientCan;
}

/** What the client declared it can be asked. */
export interface ClientCan {
  readonly elicitForm: boolean;
  readonly elicitUrl: boolean;
  readonly sampling: boolean;
  readonly roots: boolean;
}

/** Who a call counts for: decided by the door from a key it checked, never from what the client says of itself. */
export interface Principal {
  readonly kind: "link" | "person" | "local";
  readonly id: string;
  readonly scopes: readonly string[];
}
