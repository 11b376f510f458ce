/** Rates of a relay that only this computer can reach: every client shares one address, and several play on one link. */
export const localRates = { mcpPerMinute: 3_000, mcpBurst: 300, holderPerMinute: 6_000, requestsPerMinute: 12_000 } as const;
