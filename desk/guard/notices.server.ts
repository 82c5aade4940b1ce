/** How long a browser keeps what an action came to, until the next page has shown it. */
const keptSeconds = 60;

/** What can be undone: the page that undoes it, what its form is told to do, and the id of the change or the reply. */
export type NoticeUndo = { path: string; does: "undo" | "undo-send"; id: string };

/** What an action came to; `removal`: the cookie that takes it away once it was shown. */
export type Notice = { text: string; undo?: NoticeUndo; removal: string };

/** What an action came to, until the page that it leads to has shown it. */
export type Notices = {
	leave(text: string, undo?: NoticeUndo): void;
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
		leave: (text, undo) =>
			setCookies([
				`${name}=${[text, ...(undo ? [undo.path, undo.does, undo.id] : [])].map(encodeURIComponent).join("|")}; Max-Age=${keptSeconds}; ${attributes}`,
			]),
		find() {
			const pair = (cookieHeader ?? "").split(";").find((sent) => sent.trim().startsWith(`${name}=`));
			const [text, path = "", does, id = ""] =
				pair
					?.trim()
					.slice(name.length + 1)
					.split("|")
					.map(decode) ?? [];
			if (text === undefined || text === "") return undefined;
			const removal = `${name}=; Max-Age=0; ${attributes}`;
			if (isDocument) setCookies([removal]);
			const undo = readUndo(path, does, id);
			return { text, removal, ...(undo && { undo }) };
		},
	};
}

type NoticesOptions = { isSecure: boolean; isDocument: boolean; setCookies(cookies: readonly string[]): void };

/** A cookie may be anybody's: a path of the desk leads nowhere else. */
function readUndo(path: string, does: string | undefined, id: string): NoticeUndo | undefined {
	const isOurs = /^\/\w[\w/-]*(?:\?[\w=&%.+-]*)?$/.test(path) && /^[\w-]+$/.test(id);
	return isOurs && (does === "undo" || does === "undo-send") ? { path, does, id } : undefined;
}

function decode(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
