/** To a visitor, by somebody who works here. */
export const replyEmailKind = "record-reply";
/** To a colleague who is mentioned in a note. */
export const mentionEmailKind = "record-mention";

export const recordEmailKinds = [replyEmailKind, mentionEmailKind] as const;
export type RecordEmailKind = (typeof recordEmailKinds)[number];
