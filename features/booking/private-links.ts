/** Returns the address of the private link. */
export function createManageUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/demo/booking/${token}`;
}

/** Returns the address that confirms a call: its private link with a code that only the e-mail holds. */
export function createConfirmUrl(manageUrl: string, code: string): string {
	return `${manageUrl}?confirm=${code}`;
}
