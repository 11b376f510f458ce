export { amount, amountForms, readAmount } from "./amount.ts";
export { suggest } from "./suggest.ts";
