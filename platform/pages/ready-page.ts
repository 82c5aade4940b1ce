import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A page that is the same for everybody who gets it, compressed once. */
export type ReadyPage = (request: Request) => Response;

/**
 * Prepares a page that is the same for everybody.
 *
 * @param headers without length and encoding
 */
export async function createReadyPage(status: number, headers: Headers, html: string): Promise<ReadyPage> {
	const identity = Buffer.from(html);
	const bodies = {
		br: await brotli(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
		gzip: await gzipAsync(identity, { level: 9 }),
		identity,
	};
	return (request) => {
		const encoding = negotiate(request.headers.get("accept-encoding") ?? "", ["br", "gzip", "identity"]) ?? "identity";
		const body = bodies[encoding as keyof typeof bodies];
		const ownHeaders = new Headers(headers);
		ownHeaders.set("Content-Length", String(body.length));
		ownHeaders.set("Vary", "Accept-Encoding");
		if (encoding !== "identity") ownHeaders.set("Content-Encoding", encoding);
		return new Response(request.method === "HEAD" ? null : body, { status, headers: ownHeaders });
	};
}
