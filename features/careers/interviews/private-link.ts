/** Returns the address of an interview's private link. */
export function createInterviewUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/interview/${token}`;
}
