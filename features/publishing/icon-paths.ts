/** The icons of the site for browsers and search engines. */
export const iconPaths = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/icon-512.png"] as const;
