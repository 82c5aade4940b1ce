import fastify from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { format } from "oxfmt";
import type { ApiDeps } from "../desk/api/api-caller.server.ts";
import { deskApi } from "../desk/api/api.server.ts";

type Schema = OpenAPIV3_1.SchemaObject;

/** The client's own part; what comes before it is made from the document. */
const ownPart = `
/** A response of the API with a status of 400 or more. */
export class ApiError extends Error {
	readonly status: number;
	readonly errors: { field: string; message: string }[];
	/** Seconds to wait before another attempt, where the API says so. */
	readonly retryAfter: number | undefined;

	constructor(status: number, problem: { message?: string; errors?: { field: string; message: string }[] }, retryAfter?: string | null) {
		super(problem.message ?? \`The API responded with \${status}\`);
		this.name = "ApiError";
		this.status = status;
		this.errors = problem.errors ?? [];
		this.retryAfter = retryAfter ? Number(retryAfter) : undefined;
	}
}

/** The body of a response with its ETag, for If-Match and If-None-Match; body is undefined when nothing has changed (304). */
export type ApiResponse<Body> = { status: number; etag: string | undefined; body: Body };

/**
 * Creates a client of the API.
 *
 * @param url address of the desk, such as https://desk.company.com
 * @param token from Settings, API tokens
 * @returns a function that performs an operation; it throws ApiError for a refusal
 */
export function createApiClient({ url, token }: { url: string; token: string }) {
	return async function perform<Name extends keyof Operations>(
		name: Name,
		...[input]: Record<string, never> extends Operations[Name]["input"] ? [input?: Operations[Name]["input"]] : [input: Operations[Name]["input"]]
	): Promise<ApiResponse<Operations[Name]["result"]>> {
		const { path = {}, query = {}, headers = {}, body } = (input ?? {}) as Input;
		const [method, pattern] = routes[name];
		const address = new URL(url.replace(/\\/$/, "") + pattern.replace(/\\{(\\w+)\\}/g, (_, key: string) => encodeURIComponent(path[key] ?? "")));
		for (const [key, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(key, String(value));
		const response = await fetch(address, {
			method,
			headers: { ...headers, authorization: \`Bearer \${token}\`, ...(body !== undefined && { "content-type": "application/json" }) },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const json: unknown = text === "" ? undefined : JSON.parse(text);
		if (response.status >= 400) throw new ApiError(response.status, (json ?? {}) as object, response.headers.get("retry-after"));
		return { status: response.status, etag: response.headers.get("etag") ?? undefined, body: json as Operations[Name]["result"] };
	};
}

type Input = {
	path?: Record<string, string>;
	query?: Record<string, string | number | undefined>;
	headers?: Record<string, string>;
	body?: unknown;
};
`;

/** Returns the OpenAPI document of the API without a company. */
export async function describeApi(): Promise<OpenAPIV3_1.Document> {
	let describe: (() => OpenAPIV3_1.Document) | undefined;
	const app = fastify();
	await app.register(deskApi, {
		// Only the title and numbers in messages depend on the company.
		getDeps: () => ({ company: { name: "Company", locale: "en" } }) as ApiDeps,
		deskUrl: "https://desk.company.com",
		countPost: async () => ({ count: 1, ms: 0 }),
		readLog: { note: () => {}, find: () => [], assertWritable: () => {} },
		onDescribed: (made) => (describe = made),
	});
	await app.ready();
	const document = describe?.();
	await app.close();
	if (!document) throw new Error("The API was not described");
	return document;
}

/** Writes the client of a document: the types of its operations, and one function that performs them. */
export async function writeApiClient({ paths = {} }: OpenAPIV3_1.Document): Promise<string> {
	const operations = Object.entries(paths).flatMap(([path, item = {}]) =>
		(["get", "post", "patch"] as const).flatMap((method) => {
			const operation = item[method];
			return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
		}),
	);
	const types = operations.map(
		({ operation }) =>
			`/** ${operation.summary}. */\n${operation.operationId}: { input: ${writeInput(operation)}; result: ${writeResult(operation)} };`,
	);
	const routes = operations.map(({ operation, method, path }) => `${operation.operationId}: ["${method}", "${path}"],`);
	const source = [
		"// Made by `npm run api-client` from the document of the API. docs/api.md describes it.",
		`/** The operations of the API. */\nexport type Operations = {\n${types.join("\n")}\n};`,
		`const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {\n${routes.join("\n")}\n};`,
		ownPart,
	].join("\n\n");
	const { code, errors } = await format("api-client.ts", source, { useTabs: true, printWidth: 120 });
	if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
	return code;
}

function writeInput({ parameters = [], requestBody }: OpenAPIV3_1.OperationObject): string {
	const given = parameters.filter((parameter) => !("$ref" in parameter)) as OpenAPIV3_1.ParameterObject[];
	const parts = (["path", "query", "header"] as const).flatMap((place) => {
		const own = given.filter((parameter) => parameter.in === place);
		if (own.length === 0) return [];
		const members = own.map(({ name, required = false, schema }) =>
			writeMember(name, schema as Schema | undefined, required),
		);
		const isRequired = own.some(({ required }) => required);
		return [`${place === "header" ? "headers" : place}${isRequired ? "" : "?"}: { ${members.join(" ")} };`];
	});
	const body = findJson(requestBody);
	if (body) parts.push(`body: ${writeType(body)};`);
	return `{ ${parts.join(" ")} }`;
}

function writeResult({ responses = {} }: OpenAPIV3_1.OperationObject): string {
	const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
	return writeType(findJson(success));
}

function findJson(
	part: OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject | undefined,
): Schema | undefined {
	return part && "content" in part ? (part.content?.["application/json"]?.schema as Schema | undefined) : undefined;
}

function writeMember(name: string, schema: Schema | undefined, isRequired: boolean): string {
	return `${JSON.stringify(name)}${isRequired ? "" : "?"}: ${writeType(schema)}${isRequired ? "" : " | undefined"};`;
}

function writeType(schema: Schema | undefined): string {
	if (!schema) return "unknown";
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
	if (options) return options.map(writeType).join(" | ");
	if (schema.type === "array") return `(${writeType(schema.items as Schema)})[]`;
	if (schema.type === "object")
		return `{ ${Object.entries(schema.properties ?? {})
			.map(([name, member]) => writeMember(name, member as Schema, schema.required?.includes(name) === true))
			.join(" ")} }`;
	const types = schema.type === undefined ? ["unknown"] : [schema.type].flat();
	return types.map((type) => (type === "integer" ? "number" : type)).join(" | ");
}
