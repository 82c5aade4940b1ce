/** Path of the private pages of the talent pool, without the token. */
export const poolPath = "/career/talent-pool";

/** Returns the address of an application's private link. */
export function createManageUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/application/${token}`;
}
