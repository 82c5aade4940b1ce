/** Stands for all addresses that there is no page at. */
export const unknownPath = "/no/such/page";
