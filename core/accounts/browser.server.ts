import { readCookie } from "../../platform/http/read-cookie.ts";
import { isToken } from "../../platform/ids/secret-token.ts";
import { deviceKnown } from "./devices.server.ts";
import { sessionMost } from "./sessions.server.ts";

/** A request's facts about its browser. */
export type Browser = {
	/** IP address of the client. */
	address: string;
	userAgent: string;
	/** Session token. */
	session: string | undefined;
	/** Token of a browser that was used to sign in before. */
	device: string | undefined;
	/** Token of a sign-in that was started at an OpenID Connect provider. */
	challenge: string | undefined;
};

const names = { session: "desk-session", device: "desk-device", challenge: "desk-challenge" } as const;
type CookieKind = keyof typeof names;

const maxAgeSeconds: Record<CookieKind, number> = {
	session: sessionMost.total("seconds"),
	device: deviceKnown.total("seconds"),
	challenge: 15 * 60,
};

export type AccountCookies = {
	read(cookieHeader: string | undefined): Pick<Browser, CookieKind>;
	/** Returns the value of a Set-Cookie header. */
	write(kind: CookieKind, token: string): string;
	/** Returns the value of a Set-Cookie header that deletes the cookie. */
	clear(kind: CookieKind): string;
};

/**
 * Creates the reader and writer of the sign-in cookies. They are host-only (`__Host-`) where the desk uses TLS, unavailable to scripts, and
 * sent when a person follows a link from an e-mail or the provider but never with other sites' forms.
 */
export function createAccountCookies(deskUrl: string): AccountCookies {
	const isSecure = new URL(deskUrl).protocol === "https:";
	const nameOf = (kind: CookieKind) => `${isSecure ? "__Host-" : ""}${names[kind]}`;
	const format = (kind: CookieKind, value: string, seconds: number) =>
		`${nameOf(kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
	return {
		read(cookieHeader) {
			const find = (kind: CookieKind) => readCookie(cookieHeader, nameOf(kind)) || undefined;
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

/** Names a browser and system, such as "Firefox on Linux". The header is untrusted, so none of its text is repeated. */
export function describeDevice(userAgent: string): string {
	const find = (list: typeof systems) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
	return `${find(programs) ?? "A browser"} on ${find(systems) ?? "an unknown system"}`;
}

/** Tells whether a cookie has the form of a device token. */
export function isDeviceToken(token: string | undefined): token is string {
	return token !== undefined && isToken(token);
}
