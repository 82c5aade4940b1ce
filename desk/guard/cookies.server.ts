import type { IncomingHttpHeaders } from "node:http";

const dayInSeconds = 24 * 60 * 60;

/** The cookies of the desk: what each is for, and how long a browser keeps it. */
const kept = {
	/** Token of the session. */
	session: 7 * dayInSeconds,
	/** Says that this browser has signed in to an account before. */
	device: 365 * dayInSeconds,
	/** What an action came to, until the next page has shown it. */
	notice: 60,
	/** What a sign-in that goes by another place has to bring back. */
	handshake: 600,
} as const;
export type CookieName = keyof typeof kept;

export type Cookies = {
	get(name: CookieName): string | undefined;
	/** @param value undefined takes the cookie away */
	set(name: CookieName, value: string | undefined): void;
	/** Gives the Set-Cookie fields of what was set. */
	list(): string[];
};

/**
 * Reads the cookies of a request, and collects those of its answer. No script can read them, and no other site's form sends them.
 *
 * Where the desk is reached by HTTPS they bear the prefix with which browsers let no other host of the domain set them.
 *
 * @param secure whether it is
 */
export function createCookies({ cookie = "" }: IncomingHttpHeaders, { secure }: { secure: boolean }): Cookies {
	const prefix = secure ? "__Host-desk-" : "desk-";
	const sent = new Map(
		cookie.split(";").map((pair) => {
			const [name = "", ...rest] = pair.split("=");
			return [name.trim(), rest.join("=").trim()];
		}),
	);
	const changed = new Map<CookieName, string | undefined>();
	return {
		get(name) {
			if (changed.has(name)) return changed.get(name);
			const value = sent.get(prefix + name);
			return value === undefined ? undefined : decode(value);
		},
		set: (name, value) => void changed.set(name, value),
		list: () =>
			[...changed].map(([name, value]) =>
				[
					`${prefix}${name}=${encodeURIComponent(value ?? "")}`,
					"Path=/",
					`Max-Age=${value === undefined ? 0 : kept[name]}`,
					"HttpOnly",
					// Not Strict: a link in an e-mail leads to a record.
					"SameSite=Lax",
					...(secure ? ["Secure"] : []),
				].join("; "),
			),
	};
}

function decode(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
