import type { OpenAPIV3_1 } from "openapi-types";

type Schema = OpenAPIV3_1.SchemaObject;

/** A parameter or a member of a body, with its type in words. */
export type ShownMember = { name: string; type: string; isRequired: boolean; about: string };

/** An operation of the API, as the page that documents it shows it. */
export type ShownOperation = {
	id: string;
	method: string;
	path: string;
	summary: string;
	about: string;
	/** Any one of them opens it. */
	scopes: string[];
	parameters: (ShownMember & { place: string })[];
	body: ShownMember[];
	/** Of its success. */
	result: ShownMember[];
	/** JSON of a body to send, where the document has one. */
	example: string | undefined;
	responses: { status: string; about: string }[];
};

/** Shows the operations of a document by their tags, in its order. */
export function showDocument({ paths = {} }: OpenAPIV3_1.Document): { name: string; operations: ShownOperation[] }[] {
	const operations = Object.entries(paths).flatMap(([path, item = {}]) =>
		(["get", "post", "patch"] as const).flatMap((method) => {
			const operation = item[method];
			return operation ? [{ tag: operation.tags?.[0] ?? "", ...showOperation(method, path, operation) }] : [];
		}),
	);
	return [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, own]) => ({
		name,
		operations: own.map(({ tag: _, ...operation }) => operation),
	}));
}

function showOperation(method: string, path: string, operation: OpenAPIV3_1.OperationObject): ShownOperation {
	const {
		operationId = path,
		summary = "",
		description = "",
		security = [],
		parameters = [],
		responses = {},
	} = operation;
	const sent = findMedia(operation.requestBody);
	const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
	return {
		id: operationId,
		method: method.toUpperCase(),
		path,
		summary,
		about: description,
		scopes: security.flatMap((way) => Object.values(way).flat()),
		parameters: parameters.flatMap((parameter) => {
			if ("$ref" in parameter) return [];
			const { name, in: place, required = false, description: about = "" } = parameter;
			return [{ name, place, isRequired: required, about, type: describeType(parameter.schema as Schema | undefined) }];
		}),
		body: listMembers(sent?.schema as Schema | undefined),
		result: listMembers(findMedia(success)?.schema as Schema | undefined),
		example: sent?.example === undefined ? undefined : JSON.stringify(sent.example, undefined, 2),
		responses: Object.entries(responses).map(([status, response]) => ({
			status,
			about: response && "description" in response ? (response.description ?? "") : "",
		})),
	};
}

function findMedia(
	part: OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject | undefined,
): OpenAPIV3_1.MediaTypeObject | undefined {
	return part && "content" in part ? part.content?.["application/json"] : undefined;
}

/** Lists the members of an object; of an envelope, those of the data in it. */
function listMembers(schema: Schema | undefined): ShownMember[] {
	const data = schema?.properties?.["data"] as Schema | undefined;
	if (data) return listMembers(data.type === "array" ? (data.items as Schema) : data);
	return Object.entries(schema?.properties ?? {}).map(([name, member]) => ({
		name,
		type: describeType(member as Schema),
		isRequired: schema?.required?.includes(name) === true,
		about: (member as Schema).description ?? "",
	}));
}

/** Writes a type in words: "text or null", "list of object". */
function describeType(schema: Schema | undefined): string {
	if (!schema) return "any";
	if (schema.enum) return schema.enum.map(String).join(", ");
	const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
	if (options) return options.map(describeType).join(" or ");
	if (Array.isArray(schema.type)) return schema.type.map((type) => (type === "string" ? "text" : type)).join(" or ");
	if (schema.type === "array") return `list of ${describeType(schema.items as Schema)}`;
	if (schema.format === "date-time") return "time";
	if (schema.format === "date") return "day";
	if (schema.type === "string") return "text";
	return schema.type ?? "any";
}
