/** A reply from a member to a visitor. */
export const replyEmailKind = "record-reply";
/** To a member mentioned in a note. */
export const mentionEmailKind = "record-mention";

export const recordEmailKinds = [replyEmailKind, mentionEmailKind] as const;
export type RecordEmailKind = (typeof recordEmailKinds)[number];
