/** How long a browser keeps what an action came to, until the next page has shown it. */
const keptSeconds = 60;

/** What an action came to, until the page that it leads to has shown it. */
export type Notices = {
	leave(text: string): void;
	/** Gives the text, once. */
	take(): string | undefined;
};

/**
 * Keeps a notice in a cookie of the browser that it is for: an address ends up in logs, and another server may answer the next request.
 *
 * @param options isSecure: the desk is reached by HTTPS; setCookies: takes values of Set-Cookie headers
 */
export function createNotices(
	cookieHeader: string | undefined,
	{ isSecure, setCookies }: { isSecure: boolean; setCookies(cookies: readonly string[]): void },
): Notices {
	const name = `${isSecure ? "__Host-" : ""}desk-notice`;
	const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
	return {
		leave: (text) => setCookies([`${name}=${encodeURIComponent(text)}; Max-Age=${keptSeconds}; ${attributes}`]),
		take() {
			const pair = (cookieHeader ?? "").split(";").find((sent) => sent.trim().startsWith(`${name}=`));
			const text = pair && decode(pair.trim().slice(name.length + 1));
			if (text === undefined || text === "") return undefined;
			setCookies([`${name}=; Max-Age=0; ${attributes}`]);
			return text;
		},
	};
}

function decode(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
