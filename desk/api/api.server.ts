import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { findTokenOfSecret } from "../../core/api-tokens/api-token-store.server.ts";
import type { ReadLog } from "../../core/read-log/read-log.server.ts";
import { apiRoutes } from "../../platform/http/api-routes.ts";
import { nameNetwork } from "../../platform/http/network-buckets.ts";
import type { CountPost } from "../../platform/http/post-counts.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { findShownByApi } from "../guard/shown-data.ts";
import { findCaller, setCaller, type ApiDeps } from "./api-caller.server.ts";
import { coversScope } from "./api-scopes.ts";
import { callRoutes } from "./call-routes.server.ts";
import { contentRoutes } from "./content-routes.server.ts";
import { apiDocumentPath, apiPath, tokenScheme } from "./describe-api.server.ts";
import { interviewRoutes } from "./interview-routes.server.ts";
import { jobRoutes } from "./job-routes.server.ts";
import { messageRoutes } from "./message-routes.server.ts";
import { peopleRoutes } from "./people-routes.server.ts";
import { recordRoutes } from "./record-routes.server.ts";

/** Requests of one token within a minute. */
const requestsPerMinute = 300;
/** Requests of one network with tokens that do not work, within a minute. */
const unknownPerMinute = 30;
const windowMs = 60_000;

export type DeskApiOptions = {
	/** Returns the routes' dependencies; a request takes them once. */
	getDeps(): ApiDeps;
	deskUrl: string;
	/** Counts the requests of tokens, and of networks with unknown ones, as it counts form posts of addresses. */
	countPost: CountPost;
	/** Notes whose records programs are shown. */
	readLog: Pick<ReadLog, "note" | "find" | "assertWritable">;
	/** Called with a function that returns the API's document once the desk is ready. */
	onDescribed(describe: DeskDeps["describeApi"]): void;
};

const routes = [recordRoutes, messageRoutes, peopleRoutes, callRoutes, interviewRoutes, jobRoutes, contentRoutes];

const bearer = /^Bearer +(\S+) *$/i;

/**
 * The API with which other programs work at the desk, below /api/v1: docs/api.md. Only a token opens it: a session's cookie does not, so no
 * page that is open in a browser can use it. Every route names the scopes that open it; without them the desk does not start.
 */
export const deskApi: FastifyPluginAsync<DeskApiOptions> = async (
	app,
	{ getDeps, deskUrl, countPost, readLog, onDescribed },
) => {
	app.addHook("onRoute", ({ url, method, schema, config, onRequest, handler }) => {
		// The document, and addresses that refuse every request, are open to every token.
		const isOpenToAll = schema?.hide === true && (url === apiDocumentPath || onRequest === handler);
		if (!isOpenToAll && (schema?.hide === true || !config?.apiScopes || config.apiScopes.length === 0))
			throw new Error(`The API's route ${String(method)} ${url} must name the scopes that open it`);
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header("cache-control", "private, no-cache");
		const [, secret] = bearer.exec(request.headers.authorization ?? "") ?? [];
		if (secret === undefined)
			throw new HttpProblem(401, "Send an API token as Authorization: Bearer.", {
				headers: { "www-authenticate": "Bearer" },
			});
		const deps = getDeps();
		const now = deps.clock.now();
		const token = await findTokenOfSecret(deps.database.db, secret, now);
		if (!token) {
			// Apart from forms, so that a program with an old token keeps nobody in its office from signing in.
			await limit(`api:${nameNetwork(request.ip)}`, unknownPerMinute);
			throw new HttpProblem(401, "This token is unknown, revoked or expired.", {
				headers: { "www-authenticate": 'Bearer error="invalid_token"' },
			});
		}
		await limit(`api-token:${token.id}`, requestsPerMinute);
		const scopes = request.routeOptions.config.apiScopes ?? [];
		if (scopes.length > 0 && !scopes.some((scope) => coversScope(token.scopes, scope)))
			throw new HttpProblem(403, `This token lacks the scope ${scopes.join(" or ")}.`, {
				headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"` },
			});
		readLog.assertWritable();
		setCaller(request, { token, deps, now });
	});
	app.addHook("onSend", async (request, reply, payload) => {
		const caller = findCaller(request);
		if (!caller || reply.statusCode >= 300 || typeof payload !== "string") return payload;
		const place = request.routeOptions.url ?? "";
		const { manner, opened, listed } = findShownByApi(place);
		const by = { actor: caller.token.id, sessionId: "", place, manner };
		const own = readLog.find(request.url.toUpperCase());
		readLog.note({ ...by, data: opened }, own);
		readLog.note(
			{ ...by, data: listed },
			readLog.find(payload).filter((reference) => !own.includes(reference)),
		);
		return payload;
	});
	await app.register(apiRoutes, {
		getTitle: () => `${getDeps().company.name}: API of the desk`,
		getNamedSettings: () => ({}),
		publicUrl: deskUrl,
		documentUrl: apiDocumentPath,
		below: apiPath,
		securitySchemes: tokenScheme,
		getLocale: () => getDeps().company.locale,
		isOffered: () => true,
		onDescribed,
		features: routes.map((group) => (api: FastifyInstance) => api.register(group)),
	});

	/** @throws HttpProblem 429 when more requests than `perMinute` are counted under a key */
	async function limit(key: string, perMinute: number): Promise<void> {
		const { count, ms } = await countPost(key, windowMs);
		if (count > perMinute)
			throw new HttpProblem(429, `More than ${perMinute} requests within a minute. Wait, then continue.`, {
				headers: { "retry-after": String(Math.max(1, Math.ceil(ms / 1_000))) },
			});
	}
};
