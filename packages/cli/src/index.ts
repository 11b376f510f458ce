export { amount, amountForms, readAmount } from "./amount.ts";
export { cliCeilings } from "./ceilings.ts";
export { suggest } from "./suggest.ts";
