import { createNotices, type NoticeUndo } from "../../desk/guard/notices.server.ts";

/** Reads the notice that a response of the desk leaves for the next page; its parts are empty where there is none. */
export function readNotice({ headers }: { headers: Record<string, unknown> }): {
	text: string;
	undo: NoticeUndo | undefined;
} {
	const cookies = [headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";", 1)[0]);
	const found = [true, false]
		.map((isSecure) => createNotices(cookies.join("; "), { isSecure, isDocument: false, setCookies() {} }).find())
		.find(Boolean);
	return { text: found?.text ?? "", undo: found?.undo };
}
