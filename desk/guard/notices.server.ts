import { readCookie } from "../../platform/http/read-cookie.ts";

/** Seconds that a browser keeps a notice for the next page. */
const keptSeconds = 60;

/** Actions of the form that undoes. */
const undoings = ["undo", "undo-send", "undo-discard", "undo-move", "undo-change"] as const;

/** The undo of a notice: the page, the action of its form, and the id of the change or reply. */
export type NoticeUndo = { path: string; does: (typeof undoings)[number]; id: string };

/** The result of an action; `removal` is the cookie that deletes it once it was shown. */
export type Notice = { text: string; undo?: NoticeUndo; removal: string };

/** Results of actions, until the next page has shown them. */
export type Notices = {
	leave(text: string, undo?: NoticeUndo): void;
	find(): Notice | undefined;
};

/**
 * Keeps a notice in the browser's cookie: an address would end up in logs, and another server may handle the next request.
 *
 * A document deletes the cookie when it shows the notice. Data for scripts keeps it, and the script that shows the notice deletes it
 * (useNotice): such a request may be aborted for a newer one, and its notice would be lost.
 * @param options isSecure: the desk uses HTTPS; isDocument: the response is shown directly; setCookies: takes values of Set-Cookie headers
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
			const [text, path = "", does, id = ""] = readCookie(cookieHeader, name)?.split("|").map(decode) ?? [];
			if (text === undefined || text === "") return undefined;
			const removal = `${name}=; Max-Age=0; ${attributes}`;
			if (isDocument) setCookies([removal]);
			const undo = readUndo(path, does, id);
			return { text, removal, ...(undo && { undo }) };
		},
	};
}

type NoticesOptions = { isSecure: boolean; isDocument: boolean; setCookies(cookies: readonly string[]): void };

/** Cookies are untrusted: only paths of the desk are accepted. */
function readUndo(path: string, does: string | undefined, id: string): NoticeUndo | undefined {
	const isOurs = /^\/\w[\w/-]*(?:\?[\w=&%.+-]*)?$/.test(path) && /^[\w-]+$/.test(id);
	const known = undoings.find((one) => one === does);
	return isOurs && known ? { path, does: known, id } : undefined;
}

function decode(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
