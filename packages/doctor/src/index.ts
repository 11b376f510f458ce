export { type DoctorLimits, doctorCeilings } from "./ceilings.ts";
export { type Check, type Group, groups } from "./check.ts";
export { checks } from "./checks.ts";
export { type Examined, type ExamineOptions, type Looked, type Report, applies, examine } from "./examine.ts";
export type { Finding, Look, Severity } from "./look.ts";
export { type HttpTarget, type NamedCall, type StdioTarget, type Target, isLoopback } from "./target.ts";
