/** The change key of the library. */
export const picturesFact = "pictures";
