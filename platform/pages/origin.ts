/**
 * Stands for PUBLIC_URL in everything that is rendered at build time, when PUBLIC_URL is not known yet.
 *
 * The server puts the real address in its place before it serves a page. ".invalid" never resolves (RFC 2606), so a forgotten
 * replacement cannot send a visitor anywhere.
 */
export const originPlaceholder = "https://public-url.invalid";
