export { amount, amountForms, readAmount } from "./amount.ts";
export { cliCeilings } from "./ceilings.ts";
export { windowCeilings } from "./studio/control/ceilings.ts";
export { suggest } from "./suggest.ts";
