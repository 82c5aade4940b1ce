/** The redirect URI to register at the OpenID Connect provider. */
export const providerReturnPath = "/sign-in/provider/return";

/** Returns the path that opens an invitation, a reset or the first admin's link. */
export function joinPath(token: string): string {
	return `/join/${token}`;
}
