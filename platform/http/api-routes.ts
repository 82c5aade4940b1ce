import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { OpenAPIV3_1 } from "openapi-types";
import { describeRoutes } from "./openapi.ts";
import { HttpProblem } from "./problem.ts";
import { createSchemaProblem } from "./schema-problem.ts";

type NamedSettings = Readonly<Record<string, string | readonly string[]>>;

type ApiRoutesOptions = {
	getTitle(): string;
	/** Returns the company settings that the document names as {key}, with their present values; a list allows any one of them. */
	getNamedSettings(): NamedSettings;
	publicUrl: string;
	/** Address of the document, and the path below which no other addresses exist. */
	documentUrl: string;
	below: string;
	/** The ways to prove who asks, which routes name in `security`. */
	securitySchemes?: Parameters<typeof describeRoutes>[1]["securitySchemes"];
	/** Returns the locale of numbers in error messages. */
	getLocale(): string;
	/** Whether the site has the module that a path belongs to; the document leaves out the others. */
	isOffered(path: string): boolean;
	/** Called with a function that returns the document once the server is ready. */
	onDescribed?(describe: () => OpenAPIV3_1.Document): void;
	features: ((api: FastifyInstance) => PromiseLike<unknown>)[];
};

/** The routes of an API, their description, 405 for other methods on them, and 404 for the other addresses below its path. */
export const apiRoutes: FastifyPluginAsync<ApiRoutesOptions> = async (
	app,
	{
		getTitle,
		getNamedSettings,
		publicUrl,
		documentUrl,
		below,
		securitySchemes,
		getLocale,
		isOffered,
		onDescribed,
		features,
	},
) => {
	app.setValidatorCompiler(validatorCompiler);
	// Responses are typed by their schema and checked against it in tests only: the response to a stored request must not fail for its
	// form.
	app.setSerializerCompiler(() => JSON.stringify);
	app.setSchemaErrorFormatter((errors, part) => createSchemaProblem(errors, part, getLocale()));
	app.addHook("preValidation", (request) => checkHeaders(request, getLocale()));
	await describeRoutes(app, { url: publicUrl, securitySchemes });
	const methodsByUrl = new Map<string, Set<string>>();
	app.addHook("onRoute", ({ url, method }) => {
		const methods = methodsByUrl.get(url) ?? new Set();
		for (const name of [method].flat()) methods.add(name);
		methodsByUrl.set(url, methods);
	});
	const describe = () => {
		const { info, paths = {}, ...document } = app.swagger();
		const offered = Object.fromEntries(Object.entries(paths).filter(([path]) => isOffered(path)));
		return {
			...document,
			info: { ...info, title: getTitle() },
			paths: fillSettings(offered, getNamedSettings()),
		} as OpenAPIV3_1.Document;
	};
	onDescribed?.(describe);
	app.get(documentUrl, { schema: { hide: true } }, describe);
	for (const register of features) await register(app);
	for (const [url, methods] of Array.from(methodsByUrl)) {
		const allow = [...methods].join(", ");
		const refuse = refuseWith(new HttpProblem(405, `This address accepts ${allow}.`, { headers: { allow } }));
		app.route({
			url,
			method: ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.has(method)),
			schema: { hide: true },
			onRequest: refuse,
			handler: refuse,
		});
	}
	const refuse = refuseWith(new HttpProblem(404, "There is nothing at this address."));
	app.all(`${below}/*`, { schema: { hide: true }, onRequest: refuse, handler: refuse });
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

/** Checks a request's headers before its body, unlike Fastify: with an invalid key, errors in the body do not matter. */
async function checkHeaders(request: FastifyRequest, locale: string): Promise<void> {
	const check = request.getValidationFunction("headers") as ReturnType<typeof validatorCompiler> | undefined;
	const result = check?.(request.headers) as { error?: FastifySchemaValidationError[] } | undefined;
	if (result?.error) throw createSchemaProblem(result.error, "headers", locale);
}

/** As a hook it refuses before the body is read, whatever its type. */
function refuseWith(problem: HttpProblem): () => Promise<never> {
	return () => Promise.reject(problem);
}
