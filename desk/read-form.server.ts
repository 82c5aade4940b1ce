/**
 * Reads a form that was sent, without control characters but line ends: nobody types them on purpose, and PostgreSQL takes no text with a
 * null character in it. Files are left out.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const form = await request.formData();
	return new URLSearchParams(
		[...form].flatMap(([name, value]) =>
			typeof value === "string" ? [[name, value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n]/gu, " ")]] : [],
		),
	);
}
