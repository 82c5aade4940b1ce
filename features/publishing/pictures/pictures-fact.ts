/** The fact that changes with what the library shows, for recordChange. */
export const picturesFact = "pictures";
