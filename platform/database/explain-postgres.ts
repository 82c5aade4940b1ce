import { PlainError } from "../plain-error.ts";

const certificateCodes = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)$/;

/** Explains a failure of the first connections to PostgreSQL that a setting can end, naming it; undefined for any other. */
export function explainPostgresError(error: unknown): PlainError | undefined {
	if (!(error instanceof Error)) return undefined;
	const { code } = error as { code?: unknown };
	const explain = (text: string) => new PlainError(text, { cause: error });
	const parameter = /unsupported startup parameter(?: in options)?: (\w+)/.exec(error.message)?.[1];
	if (parameter !== undefined)
		return explain(
			`The pooler that DATABASE_URL names refuses the start-up parameter ${parameter}. Let DATABASE_URL name PostgreSQL itself, or set in PgBouncer: pool_mode = session and ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout`,
		);
	if (typeof code === "string" && certificateCodes.test(code))
		return explain(
			`The certificate of the PostgreSQL server is not signed by an authority that this machine knows (${code}). Add to DATABASE_URL the provider's certificate, sslmode=verify-full&sslrootcert=/path/to/ca.pem, or encrypt without checking it: sslmode=no-verify`,
		);
	if (code === "42501")
		return explain(
			`The role in DATABASE_URL may not create or change tables (${error.message}). Grant it CREATE on the schema, as the owner of the database: grant create, usage on schema public to <role>; tables that another role created must be owned by it`,
		);
	if (code === "53300")
		return explain(
			`PostgreSQL takes no more connections (${error.message}). Each server uses more than ten: raise the limit of the role or the server, or end other programs' connections, then start again`,
		);
	return undefined;
}
