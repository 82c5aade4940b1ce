/**
 * Reads a form that was sent, without control characters but line ends: nobody types them on purpose, and PostgreSQL takes no text with a
 * null character in it. Nor with marks that turn the direction of text, which can fake a name. Files are left out.
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
