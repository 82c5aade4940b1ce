/** The change key of the library. */
export const picturesChangeKey = "pictures";
