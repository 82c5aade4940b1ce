/** The label of the checkbox, and the words below it. */
export const alertLabel = "Job alerts";
export const alertWords = "An e-mail when a new position matches this search.";

/** The words to which people agree who set up an alert; stored with their consent. */
export const alertOffer = `${alertLabel}: ${alertWords}`;
