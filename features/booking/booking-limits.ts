/** Longest value of each text field, in UTF-16 units, as a browser's maxlength counts. */
export const bookingLimits = { firstName: 100, lastName: 100, email: 254, phone: 40, message: 5_000 } as const;

export type BookingTextField = keyof typeof bookingLimits;
