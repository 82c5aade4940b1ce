/** Returns the address of an application's private link. */
export function createManageUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/application/${token}`;
}
