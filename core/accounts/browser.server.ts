import { isToken } from "../../platform/ids/secret-token.ts";
import { deviceKnown } from "./devices.server.ts";
import { sessionMost } from "./sessions.server.ts";

/** What a request says of the browser that sent it. */
export type Browser = {
	/** IP address of the client. */
	address: string;
	userAgent: string;
	/** Token of a session. */
	session: string | undefined;
	/** Token by which a browser is known that somebody has signed in from. */
	device: string | undefined;
	/** Token of what somebody has begun at a provider of OpenID Connect. */
	challenge: string | undefined;
};

const names = { session: "desk-session", device: "desk-device", challenge: "desk-challenge" } as const;
type CookieKind = keyof typeof names;

const maxAgeSeconds: Record<CookieKind, number> = {
	session: sessionMost.total("seconds"),
	device: deviceKnown.total("seconds"),
	challenge: 15 * 60,
};

/** Reads and writes the cookies of sign-in. */
export type AccountCookies = {
	read(cookieHeader: string | undefined): Pick<Browser, CookieKind>;
	/** Gives the value of a Set-Cookie header. */
	write(kind: CookieKind, token: string): string;
	/** Gives the value of a Set-Cookie header that takes a cookie away. */
	clear(kind: CookieKind): string;
};

/**
 * Makes what reads and writes the cookies of sign-in: for this host alone (`__Host-`) where the desk is reached by TLS, out of reach of
 * scripts, and sent along when somebody follows a link from an e-mail or from the provider, but never with other sites' forms.
 *
 * @param deskUrl where staff reach the desk
 */
export function createAccountCookies(deskUrl: string): AccountCookies {
	const isSecure = new URL(deskUrl).protocol === "https:";
	const nameOf = (kind: CookieKind) => `${isSecure ? "__Host-" : ""}${names[kind]}`;
	const format = (kind: CookieKind, value: string, seconds: number) =>
		`${nameOf(kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
	return {
		read(cookieHeader = "") {
			const values = new Map(
				cookieHeader.split(";").map((pair): [string, string] => {
					const [name = "", value = ""] = pair.split("=", 2);
					return [name.trim(), value.trim()];
				}),
			);
			const find = (kind: CookieKind) => values.get(nameOf(kind)) || undefined;
			return { session: find("session"), device: find("device"), challenge: find("challenge") };
		},
		write: (kind, token) => format(kind, token, maxAgeSeconds[kind]),
		clear: (kind) => format(kind, "", 0),
	};
}

const systems: [pattern: RegExp, name: string][] = [
	[/iPhone|iPod/, "iPhone"],
	[/iPad/, "iPad"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/CrOS/, "ChromeOS"],
	[/Mac OS X|Macintosh/, "Mac"],
	[/Linux|X11/, "Linux"],
];
const programs: [pattern: RegExp, name: string][] = [
	[/Edg(?:e|A|iOS)?\//, "Edge"],
	[/OPR\/|Opera/, "Opera"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
	[/Safari\//, "Safari"],
];

/** Says in words what a browser says it is, such as "Firefox on Linux"; anybody can say anything, so nothing of it is repeated. */
export function describeDevice(userAgent: string): string {
	const find = (list: typeof systems) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
	return `${find(programs) ?? "A browser"} on ${find(systems) ?? "an unknown system"}`;
}

/** Tells whether a cookie can be the token of a browser that is known. */
export function isDeviceToken(token: string | undefined): token is string {
	return token !== undefined && isToken(token);
}
