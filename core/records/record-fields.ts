/** A text, a day, or an instant that is shown as a time in the company's zone. */
export type Value = string | Temporal.PlainDate | Temporal.Instant;

/** One labelled value of a record. A list has no empty texts; links are as they were typed. */
export type RecordField = { label: string; value: Value | string[]; as?: "email" | "links" | "state" };
