import { parsePage } from "../open-page.ts";

/** A response at an address: a page, a file, or a refusal. */
export type Answer = {
	/** The method, if it is not GET, and the address without its origin. */
	name: string;
	status: number;
	type: string;
	/** The body as text, as it was sent. */
	body: string;
	/** Address, headers, and the body as a reader sees it. */
	text: string;
};

const textTypes = /^(?:text\/|image\/svg|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))/;
const requestsAtOnce = 8;

/** Fetches an address, which may be relative to the origin, without following a redirect. */
export async function ask(origin: string, path: string, init: RequestInit = {}): Promise<Answer> {
	const url = new URL(path, origin);
	const response = await fetch(url, { redirect: "manual", ...init });
	const type = response.headers.get("content-type") ?? "";
	const sent = await response.text();
	const body = textTypes.test(type) ? sent : "";
	const name = `${init.method ? `${init.method} ` : ""}${url.pathname}${url.search}`;
	const headers = [...response.headers].map(([key, value]) => `${key}: ${value}`);
	return {
		name,
		status: response.status,
		type,
		body,
		text: [decodeURI(name), ...headers, decodeEntities(body)].join("\n"),
	};
}

/**
 * Fetches the addresses and everything that their pages link to on the same origin, each once, and returns every response.
 * @param headers of each request
 * @param keyOf groups similar addresses, by default those that differ only by their query
 * @param mostAlike how many of a group are fetched: a calendar links to one week after another without end
 */
export async function crawl(
	origin: string,
	paths: readonly string[],
	headers: Record<string, string> = {},
	{ keyOf = ({ pathname }: URL) => pathname, mostAlike = 20 } = {},
): Promise<Answer[]> {
	const seen = new Set<string>();
	const counts = new Map<string, number>();
	const waiting: string[] = [];
	const enqueue = (path: string) => {
		const url = new URL(path, origin);
		url.hash = "";
		if (url.origin !== new URL(origin).origin || seen.has(url.href)) return;
		const key = keyOf(url);
		const count = (counts.get(key) ?? 0) + 1;
		if (count > mostAlike) return;
		counts.set(key, count);
		seen.add(url.href);
		waiting.push(url.href);
	};
	for (const path of paths) enqueue(path);
	const answers: Answer[] = [];
	while (waiting.length > 0) {
		const batch = await Promise.all(waiting.splice(0, requestsAtOnce).map((url) => ask(origin, url, { headers })));
		for (const answer of batch) {
			answers.push(answer);
			if (!answer.type.startsWith("text/html")) continue;
			for (const link of parsePage(answer.text).links)
				if (URL.canParse(link, origin + answer.name)) enqueue(new URL(link, origin + answer.name).href);
		}
	}
	return answers;
}

/** Decodes the characters that React escapes. */
function decodeEntities(html: string): string {
	return html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
