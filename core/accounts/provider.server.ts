import type { ClientAuth, Configuration } from "openid-client";
import { z } from "zod";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { emailAddressPattern } from "../../shared/email-address.ts";
import { roles as allRoles, type Role } from "../../shared/roles.ts";
import { writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeOwnEntry } from "./audit-log.server.ts";
import { prepareSession, type SignInOutcome } from "./begin-session.server.ts";
import type { Browser } from "./browser.server.ts";
import { insertChallenge, takeChallenge } from "./challenges.server.ts";
import { listPasskeys } from "./passkey-store.server.ts";
import { providerReturnPath } from "./paths.ts";
import { findAccountOfIdentity, hasIdentity, insertIdentity, type Identity } from "./provider-store.server.ts";
import { endSessionsOf, freshProof } from "./sessions.server.ts";
import { noteProof, type ProofOutcome } from "./sign-in.server.ts";
import type { SignedIn } from "./signed-in.server.ts";
import {
	findAccount,
	findAccountOfEmail,
	hasAdmin,
	insertAccount,
	updateAccount,
	type Account,
} from "./store.server.ts";

/** The address to redirect to, and the cookie that has to come back. */
export type ProviderRequest = { kind: "redirect"; url: string; cookies: string[] } | { kind: "unavailable" };

/** Why a sign-in through the provider failed; `message` is shown to the person. */
export type ProviderRefusal = {
	kind: "refused";
	reason:
		| "cancelled"
		| "failed"
		| "unverified-email"
		| "silent-on-email"
		| "no-sign-in-time"
		| "no-role"
		| "address-taken"
		| "disabled";
	message: string;
	cookies: string[];
};
export type ProviderOutcome =
	| Extract<SignInOutcome, { kind: "signed-in" }>
	| Extract<ProofOutcome, { kind: "proven" }>
	| ProviderRefusal;
/** With the page that was requested, if the browser began here. */
export type ProviderReturn = ProviderOutcome & { to?: string | undefined };

/** Loaded on first use. */
const loadClient = () => import("openid-client");
const timeoutSeconds = 10;

const begunSchema = z.object({
	verifier: z.string(),
	state: z.string(),
	nonce: z.string(),
	/** The release before keeps none. */
	to: z.string().optional(),
});
type Begun = z.infer<typeof begunSchema>;
const claimsSchema = z.looseObject({
	iss: z.string(),
	sub: z.string(),
	email: z.email({ pattern: emailAddressPattern }).optional().catch(undefined),
	// Some providers send text.
	email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
	name: z.string().trim().min(1).max(100).optional().catch(undefined),
	// Some providers send a single group as text.
	groups: z
		.union([z.array(z.string()), z.string().transform((group) => [group])])
		.optional()
		.catch(undefined),
});
/** With the seconds between the person's sign-in at the provider and its answer, if it says. */
type Claims = z.infer<typeof claimsSchema> & { secondsSinceSignIn: number | undefined };

const messages: Record<ProviderRefusal["reason"], string> = {
	cancelled: "Your company’s sign-in did not complete. Try again.",
	failed: "Your company’s sign-in failed. Try again; if it keeps failing, tell your admin.",
	"unverified-email": "Your e-mail address is not verified in your company’s sign-in. Tell your admin.",
	"silent-on-email":
		"Your company’s sign-in does not say whether your e-mail address is verified. Tell your admin; the server’s log says what to set.",
	"no-sign-in-time":
		"Your company’s sign-in does not say when you signed in, so it cannot confirm this. Tell your admin; the server’s log says what to set.",
	"no-role": "Your company account has no access to this desk. Ask your admin to add you to a group.",
	"address-taken":
		"Your account here is linked to another way to sign in. Use that, or ask an admin to link it to your company’s sign-in.",
	disabled: "Your account is disabled. Ask your admin.",
};

/** The provider leaves out what has to be known, unless it is trusted. */
class SilentProviderError extends Error {
	readonly reason: "silent-on-email" | "no-sign-in-time";

	constructor(reason: SilentProviderError["reason"], what: string) {
		super(
			`The provider does not say ${what}. If it verifies every address and asks people to sign in when told to, set OIDC_TRUSTED=yes`,
		);
		this.name = "SilentProviderError";
		this.reason = reason;
	}
}

/**
 * Creates the sign-in by the company's OpenID Connect provider: authorization code flow with PKCE, state and nonce, bound to the browser by
 * a cookie. Returns undefined when none is configured.
 *
 * The first sign-in creates the account. Its roles follow the groups at every sign-in, and it has no other way to sign in: a passkey would
 * outlive the person's membership of the groups.
 * Source: OpenID Connect Core 1.0; RFC 9700.
 */
export function createProvider(deps: AccountsDeps) {
	const { config, database, clock, log, cookies } = deps;
	const { provider } = config;
	if (!provider) return undefined;
	const { issuer, clientId, clientSecret } = provider;
	const redirectUri = `${config.deskUrl}${providerReturnPath}`;

	async function ask(): Promise<Configuration> {
		const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery } = await loadClient();
		const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
		const authenticate: ClientAuth = (server, ...request) => {
			// Basic is the default of both, a provider's metadata and a client's registration.
			const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
			const isPost = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
			(isPost ? post : basic)(server, ...request);
		};
		return discovery(new URL(issuer), clientId, undefined, authenticate, {
			timeout: timeoutSeconds,
			...(issuer.startsWith("http:") && { execute: [allowInsecureRequests] }),
		});
	}

	let discovered: Promise<Configuration> | undefined;
	/** Discovers the provider's configuration; retries after a failure. */
	function discover(): Promise<Configuration> {
		discovered ??= ask().catch((error: unknown) => {
			discovered = undefined;
			throw error;
		});
		return discovered;
	}

	function refuse(reason: ProviderRefusal["reason"]): ProviderRefusal {
		return { kind: "refused", reason, message: messages[reason], cookies: [cookies.clear("challenge")] };
	}

	function findRoles(claims: Claims): Role[] {
		const groups = new Set(claims.groups);
		return allRoles.filter((role) => provider?.roles.some((given) => given.role === role && groups.has(given.group)));
	}

	/** Validates the provider's response and returns its claims. */
	async function readClaims(returnedTo: URL, begun: Begun, { isProof }: { isProof: boolean }): Promise<Claims> {
		const { authorizationCodeGrant, fetchUserInfo } = await loadClient();
		const configuration = await discover();
		const tokens = await authorizationCodeGrant(configuration, returnedTo, {
			pkceCodeVerifier: begun.verifier,
			expectedState: begun.state,
			expectedNonce: begun.nonce,
			idTokenExpected: true,
		});
		const claims = tokens.claims();
		if (!claims) throw new Error("The provider gave no ID token");
		const secondsSinceSignIn = claims.auth_time === undefined ? undefined : Math.max(0, claims.iat - claims.auth_time);
		if (isProof) assertFresh(secondsSinceSignIn);
		const needsMore = claims.email === undefined || claims.groups === undefined;
		const more =
			needsMore && configuration.serverMetadata().userinfo_endpoint !== undefined
				? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
				: {};
		return { ...claimsSchema.parse({ ...more, ...claims }), secondsSinceSignIn };
	}

	/** @throws if the sign-in was not fresh, or the provider does not say when it was and is not trusted to have asked */
	function assertFresh(secondsSinceSignIn: number | undefined): void {
		if (secondsSinceSignIn === undefined) {
			if (!provider?.isTrusted)
				throw new SilentProviderError("no-sign-in-time", "when the member signed in (auth_time)");
		} else if (secondsSinceSignIn > freshProof.total("seconds")) throw new Error("The sign-in was not fresh");
	}

	/** Removes the roles of a person who has left all groups, unless they are the last admin. */
	async function withdraw(transaction: WriteTransaction, accountId: string): Promise<void> {
		await takeLock(transaction, "admins");
		await endSessionsOf(transaction, accountId);
		if (await hasAdmin(transaction, { except: accountId })) await updateAccount(transaction, accountId, { roles: [] });
		await writeOwnEntry(transaction, accountId, { action: "account.left-groups" }, clock.now());
	}

	/** Finds or creates the account of an identity, and updates it from the claims. */
	async function settle(
		transaction: WriteTransaction,
		identity: Identity,
		{ email, name, roles }: Pick<Account, "email" | "name" | "roles">,
	): Promise<Account | ProviderRefusal["reason"]> {
		const now = clock.now();
		await takeLock(transaction, "admins");
		const known = await findAccountOfIdentity(transaction, identity);
		const ofAddress = await findAccountOfEmail(transaction, email);
		const audit = (accountId: string, action: string) =>
			writeOwnEntry(transaction, accountId, { action, details: { roles: roles.join(",") } }, now);
		let id = known;
		if (id === undefined && ofAddress) {
			// An address at the provider must not take over an account that signs in another way.
			const isFree =
				ofAddress.passwordHash === undefined &&
				(await listPasskeys(transaction, ofAddress.id)).length === 0 &&
				!(await hasIdentity(transaction, ofAddress.id));
			if (!isFree) return "address-taken";
			id = ofAddress.id;
			await insertIdentity(transaction, { ...identity, accountId: id }, now);
			await audit(id, "account.linked");
		}
		if (id === undefined) {
			id = await insertAccount(transaction, { email, name, roles }, now);
			await insertIdentity(transaction, { ...identity, accountId: id }, now);
			await audit(id, "account.created");
		}
		const account = await findAccount(transaction, id);
		if (!account || account.disabledAt) return "disabled";
		const isLastAdmin = account.roles.includes("admin") && !(await hasAdmin(transaction, { except: id }));
		const given = isLastAdmin && !roles.includes("admin") ? (["admin", ...roles] as const) : roles;
		if (given.join(",") !== account.roles.join(",")) await audit(id, "account.roles-changed");
		await updateAccount(transaction, id, {
			name,
			roles: given,
			...((!ofAddress || ofAddress.id === id) && { email }),
		});
		return { ...account, name, roles: [...given] };
	}

	async function judgeReturn(
		browser: Browser,
		query: string,
		begun: Begun,
		proofOf: SignedIn | undefined,
	): Promise<ProviderOutcome> {
		const returnedTo = new URL(redirectUri);
		returnedTo.search = query;
		if (
			returnedTo.searchParams.get("error") === "access_denied" &&
			returnedTo.searchParams.get("state") === begun.state
		)
			return refuse("cancelled");
		let claims: Claims;
		try {
			claims = await readClaims(returnedTo, begun, { isProof: proofOf !== undefined });
		} catch (error) {
			log.warn({ err: error }, "the response of the OpenID Connect provider was refused");
			return refuse(error instanceof SilentProviderError ? error.reason : "failed");
		}
		const identity = { issuer: claims.iss, subject: claims.sub };
		const known = await findAccountOfIdentity(database.db, identity);
		const roles = findRoles(claims);
		if (roles.length === 0) {
			if (known !== undefined) await database.write((transaction) => withdraw(transaction, known));
			return refuse("no-role");
		}
		if (claims.email !== undefined && claims.email_verified === undefined && !provider?.isTrusted) {
			const error = new SilentProviderError("silent-on-email", "whether an address is verified (email_verified)");
			log.warn({ err: error }, "a sign-in through the OpenID Connect provider was refused");
			return refuse(error.reason);
		}
		if (claims.email === undefined || claims.email_verified === false) return refuse("unverified-email");
		const email = claims.email.toLowerCase();
		const facts = { email, name: claims.name ?? email.split("@", 1)[0] ?? email, roles };
		if (proofOf) {
			if (known !== proofOf.account.id) return refuse("failed");
			return database.write(async (transaction) => {
				const account = await settle(transaction, identity, facts);
				if (typeof account === "string") return refuse(account);
				const proven = await noteProof(deps, transaction, proofOf, "provider");
				return proven.kind === "proven"
					? { ...proven, cookies: [...proven.cookies, cookies.clear("challenge")] }
					: refuse("failed");
			});
		}
		const settled = await database.write((transaction) => settle(transaction, identity, facts));
		if (typeof settled === "string") return refuse(settled);
		const beginSession = await prepareSession(deps, {
			account: settled,
			browser,
			method: "provider",
			isFirst: known === undefined,
			// The provider may have asked nothing, because its own session continues.
			provenAt: clock.now().subtract({ seconds: claims.secondsSinceSignIn ?? freshProof.total("seconds") }),
		});
		return writeAndSend(deps, async (transaction) => {
			const outcome = await beginSession(transaction, "provider");
			return { ...outcome, cookies: [...outcome.cookies, cookies.clear("challenge")] };
		});
	}

	return {
		/** Label of the sign-in button. */
		name: provider.name,

		/** Starts a sign-in, or the proof of a signed-in person, that leads to a page. */
		async begin({ proofOf, to }: { proofOf?: SignedIn | undefined; to?: string } = {}): Promise<ProviderRequest> {
			const client = await loadClient();
			const begun = {
				verifier: client.randomPKCECodeVerifier(),
				state: client.randomState(),
				nonce: client.randomNonce(),
				to,
			} satisfies Begun;
			try {
				const configuration = await discover();
				const offered = configuration.serverMetadata().scopes_supported ?? [];
				const url = client.buildAuthorizationUrl(configuration, {
					redirect_uri: redirectUri,
					scope: ["openid", "email", "profile", ...(offered.includes("groups") ? ["groups"] : [])].join(" "),
					code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
					code_challenge_method: "S256",
					state: begun.state,
					nonce: begun.nonce,
					...(proofOf && { prompt: "login", max_age: String(freshProof.total("seconds")) }),
				});
				const challenge = await database.write((transaction) =>
					insertChallenge(
						transaction,
						{
							purpose: proofOf ? "provider-proof" : "provider-sign-in",
							accountId: proofOf?.account.id,
							value: JSON.stringify(begun),
						},
						clock.now(),
					),
				);
				return { kind: "redirect", url: url.href, cookies: [cookies.write("challenge", challenge)] };
			} catch (error) {
				log.warn({ err: error }, "the OpenID Connect provider cannot be reached");
				return { kind: "unavailable" };
			}
		},

		/**
		 * Finishes a sign-in or a proof after the provider's redirect.
		 * @param query of the redirect's address, with or without its question mark
		 * @param signedIn the person who proves who they are
		 */
		async finish(browser: Browser, query: string, signedIn?: SignedIn): Promise<ProviderReturn> {
			const take = (purpose: "provider-sign-in" | "provider-proof", accountId: string | undefined) =>
				database.write((transaction) =>
					takeChallenge(transaction, browser.challenge ?? "", { purpose, accountId }, clock.now()),
				);
			const proof = signedIn && (await take("provider-proof", signedIn.account.id));
			const value = proof ?? (await take("provider-sign-in", undefined));
			if (value === undefined) return refuse("failed");
			const begun = begunSchema.parse(JSON.parse(value));
			const outcome = await judgeReturn(browser, query, begun, proof === undefined ? undefined : signedIn);
			return { ...outcome, to: begun.to };
		},
	};
}
