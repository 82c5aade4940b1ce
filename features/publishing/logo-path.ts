/** Address of the logo for e-mails and search engines; absent while the company has none. */
export const logoPath = "/logo.png";
