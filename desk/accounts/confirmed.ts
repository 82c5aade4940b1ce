/** Left after every proof of identity. */
export const confirmed = "Confirmed. You won’t be asked again for ten minutes.";
