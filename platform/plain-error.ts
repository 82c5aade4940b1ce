/** A failure whose message tells a person what happened and what to do; its stack trace does not matter. */
export class PlainError extends Error {}
