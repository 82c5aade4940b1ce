import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { describeRoutes } from "./openapi.ts";
import { HttpProblem } from "./problem.ts";
import { createSchemaProblem } from "./schema-problem.ts";

type NamedSettings = Readonly<Record<string, string | readonly string[]>>;

type ApiRoutesOptions = {
	getTitle(): string;
	/** Gives the company's settings that the document names as {key}, and their values now; of several, one of which may be sent. */
	getNamedSettings(): NamedSettings;
	publicUrl: string;
	/** Gives the locale by which error messages write numbers. */
	getLocale(): string;
	/** Whether the site has the module that an address belongs to: the document names no other. */
	isOffered(path: string): boolean;
	features: ((api: FastifyInstance) => PromiseLike<unknown>)[];
};

/** The features' API routes, their description, 405 for every method that they do not have, and 404 for the rest of /api. */
export const apiRoutes: FastifyPluginAsync<ApiRoutesOptions> = async (
	app,
	{ getTitle, getNamedSettings, publicUrl, getLocale, isOffered, features },
) => {
	app.setValidatorCompiler(validatorCompiler);
	// An answer is typed by its schema and checked against it in tests: one that has been stored must not fail for its form.
	app.setSerializerCompiler(() => JSON.stringify);
	app.setSchemaErrorFormatter((errors, part) => createSchemaProblem(errors, part, getLocale()));
	app.addHook("preValidation", (request) => checkHeaders(request, getLocale()));
	await describeRoutes(app, publicUrl);
	const methodsByUrl = new Map<string, Set<string>>();
	app.addHook("onRoute", ({ url, method }) => {
		const methods = methodsByUrl.get(url) ?? new Set();
		for (const name of [method].flat()) methods.add(name);
		methodsByUrl.set(url, methods);
	});
	app.get("/openapi.json", { schema: { hide: true } }, () => {
		const { info, paths = {}, ...document } = app.swagger();
		const offered = Object.fromEntries(Object.entries(paths).filter(([path]) => isOffered(path)));
		return {
			...document,
			info: { ...info, title: getTitle() },
			paths: fillSettings(offered, getNamedSettings()),
		};
	});
	for (const register of features) await register(app);
	for (const [url, methods] of Array.from(methodsByUrl)) {
		const allow = [...methods].join(", ");
		const refuse = refuseWith(new HttpProblem(405, `This address answers ${allow}.`, { headers: { allow } }));
		app.route({
			url,
			method: ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.has(method)),
			schema: { hide: true },
			onRequest: refuse,
			handler: refuse,
		});
	}
	const refuse = refuseWith(new HttpProblem(404, "There is nothing at this address."));
	app.all("/api/*", { schema: { hide: true }, onRequest: refuse, handler: refuse });
};

/** Replaces the names of settings in a document by their values: in a list by all of them, in a text by the first. */
function fillSettings(value: unknown, settings: NamedSettings): unknown {
	if (typeof value === "string")
		return value.replace(/\{(\w+)\}/g, (text, name: string) => [settings[name] ?? text].flat()[0] ?? text);
	if (Array.isArray(value))
		return value.flatMap((item) => settings[nameSetting(item)] ?? [fillSettings(item, settings)]);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillSettings(part, settings)]));
}

function nameSetting(item: unknown): string {
	return (typeof item === "string" && /^\{(\w+)\}$/.exec(item)?.[1]) || "";
}

/** Checks a request's headers before its body, which Fastify does the other way round: a key that is none makes the body's mistakes void. */
async function checkHeaders(request: FastifyRequest, locale: string): Promise<void> {
	const check = request.getValidationFunction("headers") as ReturnType<typeof validatorCompiler> | undefined;
	const result = check?.(request.headers) as { error?: FastifySchemaValidationError[] } | undefined;
	if (result?.error) throw createSchemaProblem(result.error, "headers", locale);
}

/** As a hook it refuses before the body is read, of whatever kind that is. */
function refuseWith(problem: HttpProblem): () => Promise<never> {
	return () => Promise.reject(problem);
}
