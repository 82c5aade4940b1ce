/** Stands for all paths without a page. */
export const unknownPath = "/no/such/page";
