/** An answer as it is shown: "not_sure" is "Not sure". Careers specification, section 2 (review step). */
export function capitalise(answer: string): string {
	const text = answer.replaceAll("_", " ");
	return text.charAt(0).toUpperCase() + text.slice(1);
}
