import { Readable } from "node:stream";
import type { Route } from "./+types/record-file.ts";
import { beginWork, getKind } from "../work.server.ts";

/** What came with a record. Its name is of our making; and whatever it holds, a browser neither shows it nor runs it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, source, note } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const file = (await kind.find(source, reference))?.file;
	if (!file) throw noFile();
	await note({ action: `${kind.name}.file-read`, subject: reference });
	const content = await deps.files.read(file.storedAs);
	if (!content) throw noFile();
	return new Response(Readable.toWeb(content) as ReadableStream, {
		headers: {
			"Content-Type": "application/octet-stream",
			"Content-Length": String(file.bytes),
			"Content-Disposition": `attachment; filename="${file.storedAs}"`,
			"Content-Security-Policy": "default-src 'none'; sandbox",
		},
	});
}

function noFile(): Response {
	return new Response("There is no such file.", {
		status: 404,
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
}
