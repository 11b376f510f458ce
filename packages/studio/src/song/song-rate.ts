/** Frames a second of every song: what samples in positions count, what recordings are brought to as they come in, what is bounced. */
export const songRate = 48_000;
