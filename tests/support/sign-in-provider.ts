import { generateKeyPairSync, hash } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import type { SignInProvider } from "../../platform/config.ts";
import { listen } from "./listen.ts";

/** The provider's claims about a person. */
export type ProviderPerson = {
	sub: string;
	email?: string;
	email_verified?: boolean;
	name?: string;
	groups?: string[];
};

/** A provider of OpenID Connect on loopback, for this test. */
export type TestProvider = {
	config: SignInProvider;
	/** The next person to sign in there; nobody cancels. */
	person: ProviderPerson | undefined;
	/**
	 * Visits it as a browser does, and signs in.
	 * @param url that the desk redirects to
	 * @returns the query of the redirect back
	 */
	visit(url: string): Promise<string>;
	/** Signs a person in at a client that keeps access, and returns its refresh token. */
	openMailbox(sub: string): Promise<string>;
	/** Ends an access token as its time does. */
	end(accessToken: string): Promise<void>;
	/** Withdraws a refresh token with all that came from it. */
	revoke(refreshToken: string): Promise<void>;
	tokenUrl: string;
	/** With id and secret of the client. */
	introspectionUrl: string;
};

/** @param claimsInToken puts groups and address into the ID token, as some providers do */
export async function startSignInProvider(
	redirectUri: string,
	{
		claimsInToken = false,
		authentication = "client_secret_post",
	}: {
		claimsInToken?: boolean;
		authentication?: "client_secret_basic" | "client_secret_post";
	} = {},
): Promise<TestProvider> {
	const server = await listen(createServer());
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The provider does not listen");
	const issuer = `http://127.0.0.1:${address.port}`;
	const people = new Map<string, ProviderPerson>();

	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: "desk",
				client_secret: "secret of the desk",
				redirect_uris: [redirectUri],
				token_endpoint_auth_method: authentication,
				grant_types: ["authorization_code", "refresh_token"],
			},
		],
		// Each refresh token is good for one exchange, as with Microsoft and others.
		rotateRefreshToken: true,
		issueRefreshToken: async () => true,
		clientAuthMethods: [authentication],
		claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
		scopes: ["openid", "email", "profile", "groups"],
		conformIdTokenClaims: !claimsInToken,
		jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ format: "jwk" })] },
		cookies: { keys: ["key of a test"] },
		features: {
			devInteractions: { enabled: false },
			introspection: { enabled: true },
			revocation: { enabled: true },
		},
		interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
		pkce: { required: () => true },
		findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
		// Consent is given automatically.
		async loadExistingGrant(context) {
			const { client, session } = context.oidc;
			if (!client || !session?.accountId) return undefined;
			const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
			grant.addOIDCScope("openid email profile groups");
			await grant.save();
			return grant;
		},
	});

	const post = (path: string, fields: Record<string, string>) =>
		fetch(`${issuer}${path}`, {
			method: "POST",
			body: new URLSearchParams({ client_id: "desk", client_secret: "secret of the desk", ...fields }),
		});

	const test: TestProvider = {
		config: {
			issuer,
			clientId: "desk",
			clientSecret: "secret of the desk",
			roles: [
				{ role: "admin", group: "it" },
				{ role: "sales", group: "crm sales" },
				{ role: "sales", group: "partners" },
			],
			isTrusted: false,
			name: "Company login",
		},
		person: undefined,
		tokenUrl: `${issuer}/token`,
		introspectionUrl: `http://desk:secret%20of%20the%20desk@${new URL(issuer).host}/token/introspection`,
		async openMailbox(sub) {
			test.person = { sub };
			const verifier = "verifier-of-a-test-which-has-as-many-characters-as-it-must";
			const challenge = hash("sha256", verifier, "base64url");
			const query = {
				client_id: "desk",
				response_type: "code",
				redirect_uri: redirectUri,
				scope: "openid",
				code_challenge: challenge,
				code_challenge_method: "S256",
			};
			const returned = new URLSearchParams(await test.visit(`${issuer}/auth?${new URLSearchParams(query).toString()}`));
			const exchange = {
				grant_type: "authorization_code",
				code: returned.get("code") ?? "",
				redirect_uri: redirectUri,
				code_verifier: verifier,
			};
			const response = await post("/token", exchange);
			const { refresh_token: token } = (await response.json()) as { refresh_token?: string };
			if (token === undefined) throw new Error("The provider gave no refresh token");
			return token;
		},
		async end(accessToken) {
			await (await provider.AccessToken.find(accessToken))?.destroy();
		},
		async revoke(refreshToken) {
			await post("/token/revocation", { token: refreshToken });
		},
		async visit(url) {
			const cookies = new Map<string, string>();
			for (let next = url, steps = 0; steps < 10; steps++) {
				const response = await fetch(next, {
					redirect: "manual",
					headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
				});
				for (const cookie of response.headers.getSetCookie()) {
					const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
					cookies.set(name, value);
				}
				const location = response.headers.get("location");
				if (location === null) throw new Error(`The provider leads nowhere: ${await response.text()}`);
				next = new URL(location, next).href;
				if (next.startsWith(redirectUri)) return new URL(next).search;
			}
			throw new Error("The provider leads in a circle");
		},
	};
	const answer = provider.callback();
	server.on("request", (request, response) => {
		if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
		const { person } = test;
		if (person) people.set(person.sub, person);
		const result = person
			? { login: { accountId: person.sub } }
			: { error: "access_denied", error_description: "Cancelled" };
		void provider.interactionFinished(request, response, result);
	});
	return test;
}
