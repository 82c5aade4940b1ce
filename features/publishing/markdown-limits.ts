/** Characters of a Markdown text: an article of this length takes an hour to read. */
export const mostMarkdownCharacters = 100_000;

/** Bytes of pasted HTML, written as a form. */
export const mostPastedBytes = 1_000_000;
