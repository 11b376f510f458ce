import { Fault } from "@jackfield/contract";

/** The server has not begun on the request: sending it once more runs it once. */
export class NotRun extends Fault {}
