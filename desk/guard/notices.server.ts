/** How long a browser keeps what an action came to, until the next page has shown it. */
const keptSeconds = 60;

/** What an action came to; `removal`: the cookie that takes it away once it was shown. */
export type Notice = { text: string; removal: string };

/** What an action came to, until the page that it leads to has shown it. */
export type Notices = {
	leave(text: string): void;
	find(): Notice | undefined;
};

/**
 * Keeps a notice in a cookie of the browser that it is for: an address ends up in logs, and another server may answer the next request.
 *
 * A document takes the cookie away as it shows the notice. Data that scripts ask for leaves it, and the script that has shown the notice
 * takes it away (useNotice): such a request may be given up for a newer one, and the notice would be lost with it.
 *
 * @param options isSecure: the desk is reached by HTTPS; isDocument: what is asked for is shown as it is; setCookies: takes values of
 * Set-Cookie headers
 */
export function createNotices(
	cookieHeader: string | undefined,
	{ isSecure, isDocument, setCookies }: NoticesOptions,
): Notices {
	const name = `${isSecure ? "__Host-" : ""}desk-notice`;
	const attributes = `Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
	return {
		leave: (text) => setCookies([`${name}=${encodeURIComponent(text)}; Max-Age=${keptSeconds}; ${attributes}`]),
		find() {
			const pair = (cookieHeader ?? "").split(";").find((sent) => sent.trim().startsWith(`${name}=`));
			const text = pair && decode(pair.trim().slice(name.length + 1));
			if (text === undefined || text === "") return undefined;
			const removal = `${name}=; Max-Age=0; ${attributes}`;
			if (isDocument) setCookies([removal]);
			return { text, removal };
		},
	};
}

type NoticesOptions = { isSecure: boolean; isDocument: boolean; setCookies(cookies: readonly string[]): void };

function decode(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
