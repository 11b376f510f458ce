/** The version in package.json, which a test holds it to. */
export const relayVersion = "0.1.0";
