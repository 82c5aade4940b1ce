/**
 * Longest value of each field of the enquiry form, in UTF-16 units, as a browser's maxlength counts.
 *
 * Apart from the rules, because a page that shows the form needs no more of them than this.
 */
export const enquiryLimits = { firstName: 100, lastName: 100, email: 254, phone: 40, message: 5_000 } as const;

export type EnquiryField = keyof typeof enquiryLimits;
