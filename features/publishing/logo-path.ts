/** Where the logo is for e-mails and search engines; nothing is there while a company has none. */
export const logoPath = "/logo.png";
