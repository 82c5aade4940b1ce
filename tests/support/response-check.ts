import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

/** A response of the API with its request. */
export type Answer = {
	method: string;
	/** The route as Fastify writes it, such as "/api/jobs/:id". */
	route: string;
	status: number;
	contentType: string | undefined;
	/** Undefined when it cannot be read twice; then it is not checked. */
	body: string | undefined;
};

type Content = Record<string, { schema?: object }>;
type Operation = { responses: Record<string, { content?: Content }> };
type Document = { paths: Record<string, Record<string, Operation>> };

/** Statuses of requests that name no operation, the first two of programs that may ask nothing. */
const refusals = [401, 429, 404, 405];

/**
 * Creates the function that lists how a response deviates from an OpenAPI 3.1 document: its status, its content type, or a body that breaks
 * the schema.
 * Without an operation, the response has to be a problem, at a path of the document or below /api/; elsewhere it is not one of the API.
 */
export function createResponseCheck(document: object): (answer: Answer) => string[] {
	const ajv = new Ajv2020({ strict: true, allErrors: true });
	addFormats.default(ajv);
	// Other parts of a document are not keywords of its schemas.
	ajv.addVocabulary(Object.keys(document));
	ajv.addSchema(document, "document");
	const { paths } = document as Document;

	function checkBody({ body, contentType = "" }: Answer, pointer: readonly string[]): string[] {
		if (body === undefined) return [];
		const place = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
		const validate = ajv.getSchema(`document#/${place}`);
		if (!validate) throw new Error(`The document has nothing at ${place}`);
		if (validate(contentType.includes("json") ? parse(body) : body) === true) return [];
		return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`);
	}

	function checkOperation(answer: Answer, path: string, method: string, { responses }: Operation): string[] {
		const { status, body } = answer;
		const response = responses[status];
		if (!response) return ["the document does not say this status"];
		if (!response.content) return body ? ["the document says that there is no body"] : [];
		const type = typeOf(answer);
		if (!response.content[type]) return [`the document does not say ${type || "an answer without a content type"}`];
		return checkBody(answer, ["paths", path, method, "responses", String(status), "content", type, "schema"]);
	}

	function checkRefusal(answer: Answer): string[] {
		if (!refusals.includes(answer.status)) return ["this is no operation of the document"];
		if (typeOf(answer) !== "application/problem+json") return [`${typeOf(answer)} is no problem`];
		return checkBody(answer, ["components", "schemas", "Problem"]);
	}

	return (answer) => {
		const path = answer.route.replaceAll(/:(\w+)/g, "{$1}");
		const method = answer.method === "HEAD" ? "get" : answer.method.toLowerCase();
		const operation = paths[path]?.[method];
		if (!operation && !paths[path] && !path.startsWith("/api/")) return [];
		const found = operation ? checkOperation(answer, path, method, operation) : checkRefusal(answer);
		return found.map((fault) => `${answer.method} ${path} answered ${answer.status}: ${fault}`);
	};
}

function typeOf({ contentType = "" }: Answer): string {
	return contentType.split(";")[0] ?? "";
}

/** Invalid JSON is checked as text. */
function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
