/** A failure whose message tells a person what happened and what to do; nobody needs to know where in the code it arose. */
export class PlainError extends Error {}
