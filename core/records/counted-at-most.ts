/** Counts stop here, plus one, so that their cost has a limit. */
export const countedAtMost = 10_000;
