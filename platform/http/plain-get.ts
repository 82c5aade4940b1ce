/** A GET without fields about the connection, a body, or a copy that the client has. */
export type PlainGet = {
	/** As sent, with its query. */ path: string;
	/** Empty if the client sent none. */ acceptEncoding: string;
	/** Returns a header field, by name in any case; undefined if the client sent none. */
	header(name: string): string | undefined;
};

/** A browser's request has about a kilobyte. */
const maxBytes = 4_096;
/** The whole request: every line ends in CR LF, every field has a name of token characters and a value of ASCII, and nothing follows. */
const wholeRequest = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+\r\n$/;
const hostField = /\r\nhost:/i;
const acceptEncodingField = /\r\naccept-encoding:([\t -~]*)\r/i;
const repeatedField = /\r\n(accept-encoding|host):[^]*\r\n\1:/i;
/** Fields that affect the end of the request, the connection, or which response is wanted. */
const decisiveField =
	/\r\n(?:content-length|expect|if-modified-since|if-none-match|proxy-connection|transfer-encoding|upgrade|connection(?!:[\t ]*keep-alive[\t ]*\r)):/i;

/**
 * Reads bytes that are exactly one plain GET.
 *
 * It does not parse HTTP: anything that is not obviously such a request, well-formed or not, is undefined and left to a parser. The
 * source of what is obvious is RFC 9112, sections 2 to 6, without everything they allow for old or careless senders.
 */
export function readPlainGet(bytes: Buffer): PlainGet | undefined {
	if (bytes.length > maxBytes) return undefined;
	const request = bytes.toString("latin1");
	const path = wholeRequest.exec(request)?.[1];
	if (path === undefined || decisiveField.test(request) || repeatedField.test(request) || !hostField.test(request))
		return undefined;
	return {
		path,
		acceptEncoding: acceptEncodingField.exec(request)?.[1]?.trim() ?? "",
		header: (name) => new RegExp(`\\r\\n${name}:([\\t -~]*)\\r`, "i").exec(request)?.[1]?.trim(),
	};
}
