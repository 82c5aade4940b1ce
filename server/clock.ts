/** Where the time comes from; tests hand over one that they can set. */
export type Clock = { now(): Temporal.Instant };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };
