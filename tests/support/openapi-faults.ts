import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";

type Operation = { operationId?: string; parameters?: { in?: string; name?: string }[] };
export type OpenApiDocument = { paths: Record<string, Record<string, Operation>> };

/** Lists why a document is not OpenAPI 3.1: its structure, broken references, schemas, duplicate names, and undeclared path parameters. */
export async function listOpenApiFaults(document: OpenApiDocument): Promise<string[]> {
	const { valid, errors } = await new Validator().validate(structuredClone(document));
	if (!valid) return [typeof errors === "string" ? errors : JSON.stringify(errors)];
	const ajv = new Ajv2020({ strict: false });
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.values(methods).map((operation) => ({ path, operation })),
	);
	const ids = operations.map(({ operation }) => operation.operationId ?? "");
	return [
		...listSchemas(document)
			.filter((schema) => !ajv.validateSchema(schema))
			.map((schema) => `no JSON Schema: ${JSON.stringify(schema)}`),
		...ids.filter((id, index) => id === "" || ids.indexOf(id) !== index).map((id) => `operationId "${id}"`),
		...operations.flatMap(({ path, operation }) =>
			[...path.matchAll(/\{([^}]+)\}/g)]
				.filter(([, name]) => !operation.parameters?.some((one) => one.in === "path" && one.name === name))
				.map(([part]) => `${path}: nothing describes ${part}`),
		),
	];
}

/** Every schema of a document at OpenAPI's places. */
function listSchemas(value: unknown): object[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		name === "schema" ? [member as object] : name === "schemas" ? Object.values(member as object) : listSchemas(member),
	);
}
