import type { FaultCode, Json, JsonObject, LogLevel, Prompt, Question } from "@jackfield/contract";

/** The version of the link protocol in this package. */
export const linkProtocol = 1;

/** The client behind a request, as the relay tells it to holders: display and fairness only. */
export interface Agent {
  readonly name: string;
  readonly version: string;
  readonly revision: string;
  readonly can: { readonly elicitForm: boolean; readonly elicitUrl: boolean; readonly sampling: boolean; readonly roots: boolean };
  /** Opaque, at most 12 characters, the same for one client session. */
  readonly session: string;
  readonly logLevel?: LogLevel;
}

/** The fault codes a holder may answer with: what can go wrong at it and beyond it. Any other is treated as `internal`. */
export const holderCodes = [
  "method_unknown",
  "invalid_params",
  "tool_unknown",
  "resource_unknown",
  "prompt_unknown",
  "capability_missing",
  "ask_unavailable",
  "ask_expired",
  "denied",
  "paused",
  "read_only",
  "cancelled",
  "busy",
  "result_too_large",
  "result_invalid",
  "far_end_gone",
  "far_end_stuck",
  "upstream_error",
  "timeout",
  "tool_failed",
  "internal",
] as const satisfies readonly FaultCode[];
export type HolderCode = (typeof holderCodes)[number];

/** An error on a link. Code, message and hint are clean and short after parsing; `data` is foreign JSON. */
export interface WireError {
  readonly code: HolderCode;
  readonly message: string;
  readonly hint?: string;
  readonly data?: JsonObject;
}

// --- declarations ---

/** An MCP `Tool` (2025-11-25 shape) as declarations have it: a title, an object schema and all four hints are there. */
export interface DeclaredTool {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: {
    readonly title?: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** An MCP `Resource`. */
export interface DeclaredResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  /** MCP `Annotations`: audience, priority, lastModified. */
  readonly annotations?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** An MCP `ResourceTemplate`. */
export interface DeclaredTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** An MCP `Prompt`. */
export type DeclaredPrompt = Omit<Prompt, "get"> & { readonly icons?: readonly JsonObject[]; readonly _meta?: JsonObject };

/** What a holder offers, as it says at hello. */
export interface Declaration {
  readonly info: { readonly name: string; readonly title?: string; readonly version: string };
  readonly instructions?: string;
  readonly tools?: readonly DeclaredTool[];
  readonly resources?: {
    readonly list: readonly DeclaredResource[];
    readonly templates?: readonly DeclaredTemplate[];
    readonly subscribe?: boolean;
  };
  readonly prompts?: readonly DeclaredPrompt[];
  readonly completion?: boolean;
  readonly logging?: boolean;
  /** Tool name to milliseconds without progress. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Old name to the name of a tool. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A relay's fixed catalog: a declaration, and what to say while no page is open. */
export interface Catalog extends Declaration {
  readonly offline?: { readonly message: string; readonly steps: readonly string[] };
  /** Tools that wait for a person. */
  readonly waits?: readonly string[];
}

// --- holder routes ---

export interface HelloBody {
  readonly protocol: 1;
  readonly holder: string;
  readonly name?: string;
  readonly declare?: Declaration;
}

export interface HelloAnswer {
  readonly protocol: 1;
  readonly epoch: number;
  readonly sessions: number;
  readonly link: "fixed" | "declared";
  readonly catalog: string;
  readonly limits: { readonly message: number; readonly call: number; readonly inFlight: number };
}

export type ResultBody = { readonly id: string; readonly result: JsonObject } | { readonly id: string; readonly error: WireError };

// --- frames ---

/** Relay to holder. `link` is the connector token of the link that a frame is for. */
export type DownFrame =
  | { readonly type: "ready"; readonly link: string; readonly epoch: number; readonly sessions: number }
  | RequestFrame
  | { readonly type: "cancel"; readonly link: string; readonly id: string; readonly reason: CancelReason }
  | AnswerFrame
  | { readonly type: "agent"; readonly link: string; readonly state: "join" | "leave"; readonly agent: string; readonly sessions: number }
  | { readonly type: "notify"; readonly link: string; readonly method: DownNotification; readonly params: JsonObject }
  | {
      readonly type: "notice";
      readonly link: string;
      readonly code: NoticeCode;
      readonly message: string;
      /** With `displaced`: that of the hello which took the link. One of our own that is higher came later. */ readonly epoch?: number;
    };

export interface RequestFrame {
  readonly type: "request";
  readonly link: string;
  readonly id: string;
  readonly method: string;
  /** Parsed: numbers may have lost digits. `rawParams` has the client's own bytes. */
  readonly params: JsonObject;
  readonly agent: Agent;
  readonly timeoutMs: number;
  readonly notice?: string;
}

export type AnswerFrame = { readonly type: "answer"; readonly link: string; readonly id: string; readonly ask: string } & (
  | { readonly answers: Readonly<Record<string, JsonObject>>; readonly error?: undefined }
  | { readonly error: WireError; readonly answers?: undefined }
);

export const cancelReasons = ["disconnect", "cancel", "timeout", "closed"] as const;
export type CancelReason = (typeof cancelReasons)[number];

export const noticeCodes = ["displaced", "closing", "limit"] as const;
export type NoticeCode = (typeof noticeCodes)[number];

export const downNotifications = ["notifications/roots/list_changed", "resources/watch", "resources/unwatch"] as const;
export type DownNotification = (typeof downNotifications)[number];

/** Holder to relay. */
export type UpFrame =
  | { readonly type: "progress"; readonly id: string; readonly progress: number; readonly total?: number; readonly message?: string }
  | { readonly type: "log"; readonly id: string; readonly level: LogLevel; readonly data: Json; readonly logger?: string }
  | AskFrame
  | { readonly type: "notify"; readonly method: UpListNotification }
  | { readonly type: "notify"; readonly method: "notifications/resources/updated"; readonly params: { readonly uri: string } };

export interface AskFrame {
  readonly type: "ask";
  readonly id: string;
  readonly ask: string;
  readonly questions: Readonly<Record<string, Question>>;
  /** Answers sent along with the request itself may be used. Never for approvals. */
  readonly prefill?: boolean;
  /** The call has not begun to act: run afresh, it does no harm. */
  readonly beforeEffects?: boolean;
}

export const upListNotifications = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
] as const;
export type UpListNotification = (typeof upListNotifications)[number];
