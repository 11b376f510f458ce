import { defineConnect } from "./connect-element.ts";

export { ConnectElement, defineConnect } from "./connect-element.ts";

// Importing the panel is asking for the element.
defineConnect();
