/** Longest term of a preview link. */
export const mostPreviewDays = 90;
