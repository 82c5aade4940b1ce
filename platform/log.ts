import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "./config.ts";

export type { Logger } from "pino";

/** Unread log output to keep, in characters; further lines are dropped. */
const maxWaitingCharacters = 4 * 1024 * 1024;

const personalFields = [
	"firstName",
	"lastName",
	"email",
	"phone",
	"recipient",
	"replyTo",
	"address",
	"ip",
	"remoteAddress",
	"headers",
	"body",
];

/**
 * Creates the server's log: one JSON object per line on standard output, without personal data.
 *
 * Callers must not log personal data. As a safeguard, known fields are removed, and from error texts anything that looks like an address
 * or a phone number: docs/product/common.md, Log and metrics.
 *
 * A slow reader cannot block the server: lines it does not take are dropped, and all lines once it has gone.
 *
 * @param destination receives the lines instead of standard output
 */
export function createLog(
	config: Pick<Config, "logLevel">,
	destination: DestinationStream = openStandardOutput(),
): Logger {
	const options: LoggerOptions = {
		level: config.logLevel,
		// No process id and hostname: the collector of the lines knows where they come from.
		base: null,
		timestamp: stdTimeFunctions.isoTime,
		formatters: { level: (level) => ({ level }) },
		serializers: { err: describeError },
		redact: {
			paths: [...personalFields.flatMap((field) => [field, `*.${field}`]), "name", "message", "enquiry.message"],
			remove: true,
		},
	};
	return pino(options, destination);
}

/** Pino's own destination retries a line while its reader takes none, and so for ever once the reader has gone. */
function openStandardOutput(): DestinationStream {
	const { stdout } = process;
	if (!stdout.listeners("error").includes(ignoreError)) stdout.on("error", ignoreError);
	return {
		write(line) {
			if (stdout.writableLength < maxWaitingCharacters) stdout.write(line);
		},
	};
}

function ignoreError(): void {}

/** Replaces anything that looks like an e-mail address or a phone number, such as those that mail servers repeat in their responses. */
function withoutPersonalData(text: string): string {
	return text
		.replaceAll(/(?<![^\s<>"'(),:;])[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "[address]")
		.replaceAll(/\+?\d(?:[\s().-]?\d){8,}/g, "[number]");
}

/** Keeps the properties that explain an error and drops the others: PostgreSQL, for example, adds the row's values. */
function describeError(error: unknown): object {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code } = error as { code?: unknown };
	return {
		type: error.name,
		message: withoutPersonalData(error.message),
		...(typeof code === "string" && { code }),
		...(error.stack && { stack: withoutPersonalData(error.stack) }),
		...(error.cause instanceof Error && { cause: describeError(error.cause) }),
		...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
	};
}
