/**
 * Placeholder for PUBLIC_URL in everything rendered at build time, when PUBLIC_URL is unknown.
 *
 * The server replaces it before it serves a page. ".invalid" never resolves (RFC 2606), so a missed replacement cannot send a visitor
 * anywhere.
 */
export const originPlaceholder = "https://public-url.invalid";
