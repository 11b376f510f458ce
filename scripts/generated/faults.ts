import { type FaultCode, type FaultWire, faultWire, faults } from "@jackfield/contract";
import { type Document, generatedBy, row } from "./document.ts";

const intro = `# Faults

Every fault of the product: its stable code, what it says, and the next step it names. Match on the code, never on the text.
*Whose*: who can do something about it. *Shows*: \`tool\` is a result with \`isError\` that the model reads, \`protocol\` a JSON-RPC
error. *HTTP*: the status where the fault is the whole answer; in-band faults travel with 200. *Again*: a later identical call may work.
`;

/** docs/faults.md, from the contract's fault tables. */
export function faultsDocument(): Document {
  const rows = (Object.keys(faults) as FaultCode[]).map((code) => {
    const { message, hint, whose, shows } = faults[code];
    const wire: FaultWire = faultWire[code];
    return row(`\`${code}\``, message, hint, whose, shows, rpcCode(wire), String(wire.http), wire.retry ? "yes" : "no");
  });
  const text = [
    generatedBy("packages/contract/src/fault-table.ts and fault-wire.ts"),
    intro,
    row("code", "message", "next step", "whose", "shows", "JSON-RPC", "HTTP", "again"),
    row("---", "---", "---", "---", "---", "---", "---", "---"),
    ...rows,
    "",
  ].join("\n");
  return { path: "docs/faults.md", from: [`contract: ${rows.length} faults`], text };
}

function rpcCode(fault: FaultWire): string {
  return fault.codeBefore2026 === undefined ? String(fault.code) : `${fault.code}, before 2026-07-28 ${fault.codeBefore2026}`;
}
