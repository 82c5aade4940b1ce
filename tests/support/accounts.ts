import { TOTP } from "otpauth";
import { createAccounts } from "../../core/accounts/accounts.server.ts";
import type { Browser } from "../../core/accounts/browser.server.ts";
import type { SignedIn } from "../../core/accounts/signed-in.server.ts";
import { readConfig } from "../../platform/config.ts";
import type { SignInProvider } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import type { Role } from "../../shared/roles.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { openTestDatabase, type DatabaseConfig, type DatabaseKind } from "./databases.ts";
import { renderEmails } from "./rendered-emails.ts";
import { testCompany } from "./test-server.ts";

export const testDeskUrl = "https://desk.company.example";
export const goodPassword = "seven green kettles at dawn";

/** A browser that keeps its cookies. */
export type TestBrowser = {
	request(): Browser;
	take(cookies: readonly string[]): void;
	/** The Cookie header that it would send. */
	cookieHeader(): string;
};

/** Opens accounts on a separate database, with a fixed clock. */
export async function openTestAccounts(
	kind: DatabaseKind,
	{
		provider,
		deskUrl = testDeskUrl,
		clock = createTestClock(),
		database: config,
	}: { provider?: SignInProvider; deskUrl?: string; clock?: TestClock; database?: DatabaseConfig } = {},
) {
	const database = await openTestDatabase(kind, config);
	const accounts = createAccounts({
		config: { deskUrl, provider, retentionMonths: readConfig({}).retentionMonths },
		getCompany: () => testCompany,
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		messageIdDomain: "company.example",
		secret: "secret of a test",
		endFeedsOf: async () => 0,
		onEmails: () => undefined,
	});

	/** @param address of its network */
	function openBrowser(address = "198.51.100.7"): TestBrowser {
		const jar = new Map<string, string>();
		const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
		return {
			request: () =>
				accounts.readBrowser({
					ip: address,
					headers: {
						cookie: cookieHeader(),
						"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
					},
				}),
			take(cookies) {
				for (const cookie of cookies) {
					const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
					if (cookie.includes("Max-Age=0")) jar.delete(name);
					else jar.set(name, value);
				}
			},
			cookieHeader,
		};
	}

	/** Returns who is signed in in a browser. */
	async function getSignedIn(browser: TestBrowser): Promise<SignedIn> {
		const signedIn = await accounts.findSignedIn(browser.request());
		if (!signedIn) throw new Error("Nobody is signed in");
		return signedIn;
	}

	/** Opens a link with a password and an authenticator app, which signs the browser in. */
	async function joinByPassword(
		url: string,
		browser: TestBrowser,
		{ email, name = "Meera" }: { email?: string; name?: string } = {},
	) {
		const token = url.split("/").at(-1) ?? "";
		const setup = await accounts.joining.beginAuthenticator(token);
		if (!setup) throw new Error("The link opens nothing");
		const outcome = await accounts.joining.joinByPassword(token, browser.request(), {
			...(email !== undefined && { email }),
			name,
			password: goodPassword,
			setup: setup.setup,
			code: codeOf(setup.secret),
		});
		if (outcome.kind !== "signed-in") throw new Error(JSON.stringify(outcome));
		browser.take(outcome.cookies);
		return { ...outcome, secret: setup.secret };
	}

	/** The current code of an authenticator app. */
	function codeOf(secret: string): string {
		return new TOTP({ secret }).generate({ timestamp: clock.now().epochMilliseconds });
	}

	/** Creates the first admin. */
	async function makeAdmin(browser = openBrowser()) {
		const url = await accounts.joining.createFirstLink();
		const joined = await joinByPassword(url ?? "", browser, { email: "owner@company.example", name: "Owner" });
		return { ...joined, browser };
	}

	/** Creates an account by an invitation. */
	async function makeAccount(email: string, roles: readonly Role[], browser = openBrowser()) {
		const invited = await accounts.administration.invite("command", { email, roles });
		if (invited.kind !== "done") throw new Error(JSON.stringify(invited));
		const joined = await joinByPassword(invited.url, browser);
		return { ...joined, browser };
	}

	/** The unsent e-mails, as they would leave now. */
	const listEmails = () => renderEmails({ database, clock });

	return {
		accounts,
		database,
		clock,
		openBrowser,
		getSignedIn,
		joinByPassword,
		makeAdmin,
		makeAccount,
		codeOf,
		listEmails,
	};
}
