/** A text, a day, or an instant that is shown as the time in the company's zone. */
export type Value = string | Temporal.PlainDate | Temporal.Instant;

/** What is known of a record under one label. A list holds no empty text; the addresses of links are as they were typed. */
export type RecordField = { label: string; value: Value | string[]; as?: "email" | "links" | "state" };
