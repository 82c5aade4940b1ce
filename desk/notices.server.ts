import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";

/** What actions came to, each until the page that they lead to has shown it; in memory, since it may name a person and an address must not. */
export type Notices = {
	/** Gives the key under which the text can be taken. */
	leave(text: string): string;
	take(key: string): string | undefined;
};

/** Far more than staff leave untaken. */
const maxNotices = 100;

export function createNotices(): Notices {
	const notices = new LRUCache<string, string>({ max: maxNotices });
	return {
		leave(text) {
			const key = randomUUID();
			notices.set(key, text);
			return key;
		},
		take(key) {
			const text = notices.get(key);
			notices.delete(key);
			return text;
		},
	};
}
