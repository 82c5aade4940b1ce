/**
 * Reads a form without files. Removes control characters except line ends, because PostgreSQL refuses null characters, and marks that
 * change the direction of text, which can fake a name.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const form = await request.formData();
	return new URLSearchParams(
		[...form].flatMap(([name, value]) =>
			typeof value === "string"
				? [[name, value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, " ")]]
				: [],
		),
	);
}
