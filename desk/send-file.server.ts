import { Readable } from "node:stream";
import type { FileStore } from "../platform/files/file-store.ts";

/**
 * Sends a stored file as a download; a browser neither shows nor runs it.
 * @param file `name` for the browser; undefined for a 404 response
 */
export async function sendFile(
	files: Pick<FileStore, "read">,
	file: { storedAs: string; name: string; bytes: number } | undefined,
): Promise<Response> {
	const content = file && (await files.read(file.storedAs));
	if (!content)
		return new Response("There is no such file.", {
			status: 404,
			headers: { "Content-Type": "text/plain; charset=utf-8" },
		});
	return new Response(Readable.toWeb(content) as ReadableStream, {
		headers: {
			"Content-Type": "application/octet-stream",
			"Content-Length": String(file.bytes),
			"Content-Disposition": writeDisposition(file.name),
			"Content-Security-Policy": "default-src 'none'; sandbox",
		},
	});
}

/** Writes a file name for a header (RFC 6266): simplified for old programs, complete for others, and safe against header injection. */
function writeDisposition(name: string): string {
	const plain = name.replaceAll(/[^\w. -]/g, "_").slice(-100);
	const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${whole}`}`;
}
