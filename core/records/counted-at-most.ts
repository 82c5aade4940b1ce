/** More records of a list than these are counted as one more, whatever there are: it costs the same then. */
export const countedAtMost = 10_000;
