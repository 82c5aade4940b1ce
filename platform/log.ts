import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "./config.ts";

export type { Logger } from "pino";

/** Lines that nobody has taken yet, in characters; what comes beyond that is dropped. */
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
 * Makes the server's log: one JSON object a line on standard output, with nothing personal in it.
 *
 * Callers must not log personal data. In case they do, known fields are removed, and from error texts anything that looks like an
 * address or a phone number: docs/product/common.md, Log and metrics.
 *
 * Whoever reads them cannot hold the server up: lines that they do not take are dropped, and all of them once they have gone.
 *
 * @param destination where the lines go instead of standard output
 */
export function createLog(
	config: Pick<Config, "logLevel">,
	destination: DestinationStream = openStandardOutput(),
): Logger {
	const options: LoggerOptions = {
		level: config.logLevel,
		// No process id and host name in every line: whatever collects the lines knows where they come from.
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

/** Pino's own destination would write each line again and again while its reader takes none, and so for ever once the reader has gone. */
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

/** Replaces what looks like an e-mail address or a phone number, such as those that a mail server repeats in its answers. */
function withoutPersonalData(text: string): string {
	return text
		.replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "[address]")
		.replaceAll(/\+?\d(?:[\s().-]?\d){8,}/g, "[number]");
}

/** Keeps what tells an error's cause and drops its other properties: PostgreSQL, for one, puts the row's values there. */
function describeError(error: unknown): object {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code } = error as { code?: unknown };
	return {
		type: error.name,
		message: withoutPersonalData(error.message),
		...(typeof code === "string" && { code }),
		...(error.stack && { stack: withoutPersonalData(error.stack) }),
		...(error.cause instanceof Error && { cause: describeError(error.cause) }),
	};
}
