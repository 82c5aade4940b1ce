/** Where browsers and search engines find what stands for the site. */
export const iconPaths = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/icon-512.png"] as const;
