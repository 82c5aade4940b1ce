/** Where the provider of OpenID Connect sends somebody back to: the redirect URI that is registered there. */
export const providerReturnPath = "/sign-in/provider/return";

/** Gives the path by which an invitation, a reset or the first admin's code is opened, once. */
export function joinPath(token: string): string {
	return `/join/${token}`;
}
