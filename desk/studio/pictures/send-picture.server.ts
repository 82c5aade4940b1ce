/** Sends a picture for a page of the desk. Only the member's own browser caches it; opened by itself, nothing in it runs. */
export function sendPicture(file: { body: Buffer; contentType: string } | undefined): Response {
	if (!file)
		return new Response("Picture not found.", {
			status: 404,
			headers: { "Content-Type": "text/plain; charset=utf-8" },
		});
	return new Response(new Uint8Array(file.body), {
		headers: {
			"Content-Type": file.contentType,
			"Content-Length": String(file.body.length),
			"Cache-Control": "private, max-age=3600",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
		},
	});
}
