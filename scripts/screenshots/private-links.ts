import PostalMime from "postal-mime";
import { listenForEmails } from "../demo/mailbox.ts";

/** A private link in an e-mail: the address of a page with 160 random bits. */
const privateLink = /https?:\/\/[^/\s]+(\/[a-z/-]+\/)[0-9a-f]{40}\b/g;
const waitMs = 60_000;

export type PrivateLinks = {
	/** For SMTP_URL. */
	smtpUrl: string;
	/**
	 * Waits until e-mails have brought the expected links of each kind, and returns the first of each by recipient, as a path.
	 * @param expected how many people get a link, by the part before its random bits, such as "/demo/booking/"
	 * @throws after a minute
	 */
	waitForFirst(expected: Record<string, number>): Promise<{ kind: string; path: string }[]>;
	close(): Promise<void>;
};

/** Starts a mail server that keeps only the private links of e-mails. */
export async function collectPrivateLinks(): Promise<PrivateLinks> {
	/** Paths by kind and recipient. */
	const found = new Map<string, Map<string, string>>();
	let check = () => {};
	const { url, close } = await listenForEmails({
		async add(message, { recipients }) {
			const { text = "" } = await PostalMime.parse(message);
			for (const [link, kind = ""] of text.matchAll(privateLink)) {
				const ofKind = found.get(kind) ?? new Map<string, string>();
				ofKind.set(recipients[0] ?? "", new URL(link).pathname);
				found.set(kind, ofKind);
			}
			check();
		},
	});
	return {
		smtpUrl: url,
		async waitForFirst(expected) {
			const kinds = Object.entries(expected);
			const arrived = Promise.withResolvers<void>();
			check = () => {
				if (kinds.every(([kind, count]) => (found.get(kind)?.size ?? 0) >= count)) arrived.resolve();
			};
			const timer = setTimeout(() => {
				const counts = kinds.map(([kind, count]) => `${found.get(kind)?.size ?? 0} of ${count} for ${kind}`);
				arrived.reject(new Error(`E-mails brought too few private links: ${counts.join(", ")}`));
			}, waitMs);
			check();
			await arrived.promise.finally(() => clearTimeout(timer));
			return kinds.map(([kind]) => {
				const [, path = ""] =
					[...(found.get(kind) ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1))[0] ?? [];
				return { kind, path };
			});
		},
		close,
	};
}
