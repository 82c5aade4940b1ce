/** The address of the private link. */
export function createManageUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/demo/booking/${token}`;
}

/** The address at which a call is confirmed: its private link with a code that the answer to the booking does not hold. */
export function createConfirmUrl(manageUrl: string, code: string): string {
	return `${manageUrl}?confirm=${code}`;
}
