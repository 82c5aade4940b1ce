import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { readNotice } from "./read-notice.ts";
import type { TestDesk } from "./test-server.ts";

/**
 * Follows the response to a form that makes a secret, as a browser without scripts does, and expects that only the session of the form
 * sees it, for five minutes, on its own page.
 *
 * @param response that redirects to the page of the secret
 * @param desk of the session, and of another one
 * @param pattern of secrets
 * @returns the secret; and functions that load the page again, by default with the session's cookies
 */
export async function followToSecret(
	response: LightMyRequestResponse,
	desk: Pick<TestDesk, "inject" | "cookie">,
	pattern: RegExp,
): Promise<{
	secret: string;
	notice: string;
	path: string;
	/** Loads a page, and finds a secret in it. */
	load(path?: string, cookie?: string): Promise<string | undefined>;
	/** Says that it has been copied. */
	hide(): Promise<void>;
}> {
	expect([response.statusCode, response.body]).toEqual([303, ""]);
	const path = String(response.headers.location);
	const kept = [response.headers["set-cookie"]].flat().find((one) => one?.includes("desk-secret=")) ?? "";
	for (const attribute of ["HttpOnly", "SameSite=Strict", "Max-Age=300"]) expect(kept).toContain(attribute);
	let secretCookie = kept.split(";", 1)[0] ?? "";
	const load = async (ofPath = path, cookie = desk.cookie) => {
		const page = await desk.inject({ method: "GET", url: ofPath, headers: { cookie: `${cookie}; ${secretCookie}` } });
		expect(page.statusCode).toBe(200);
		return pattern.exec(page.body)?.[0];
	};
	const secret = (await load()) ?? "";
	expect(secret).toMatch(pattern);
	expect(kept).not.toContain(secret);
	return {
		secret,
		notice: readNotice(response).text,
		path,
		load,
		async hide() {
			const hidden = await desk.inject({
				method: "POST",
				url: path,
				headers: {
					cookie: `${desk.cookie}; ${secretCookie}`,
					"content-type": "application/x-www-form-urlencoded",
					"sec-fetch-site": "same-origin",
				},
				payload: "do=hide-secret",
			});
			expect([hidden.statusCode, hidden.headers.location]).toEqual([303, path]);
			expect(String(hidden.headers["set-cookie"])).toMatch(/desk-secret=; .*Max-Age=0/);
			secretCookie = "";
		},
	};
}
