import { randomUUID } from "node:crypto";

/** What actions came to, each until the page that they lead to has shown it; in memory, since it may name a person and an address must not. */
export type Notices = {
	/** Gives the key under which the text can be taken. */
	leave(text: string): string;
	take(key: string): string | undefined;
};

/** Far more than staff leave untaken. */
const maxNotices = 100;

export function createNotices(): Notices {
	const notices = new Map<string, string>();
	return {
		leave(text) {
			const key = randomUUID();
			notices.set(key, text);
			const [oldest] = notices.keys();
			if (notices.size > maxNotices && oldest !== undefined) notices.delete(oldest);
			return key;
		},
		take(key) {
			const text = notices.get(key);
			notices.delete(key);
			return text;
		},
	};
}
