import {
	CommitOutcomeUnknownError,
	StorageUnavailableError,
	isStorageUnavailable,
	isUnstorableText,
} from "../database/storage-errors.ts";
import { NoRoomForFilesError } from "../files/file-store.ts";
import { HttpProblem } from "./problem.ts";

/** Messages for requests that the framework refuses before a handler. */
const messages: Record<number, string> = {
	400: "The request could not be read. Check that its body is valid JSON.",
	404: "There is nothing at this address.",
	408: "The request took too long to arrive.",
	413: "The request is too large; the limit is 64 KB.",
	414: "The address is too long.",
	415: "Send the body as application/json.",
	429: "Too many messages came from your network in the last minute. Wait a minute, then send it again.",
};

const retryLaterMessage = "We could not store this just now, so it has not been received. Try again in a few seconds.";
const noRoomMessage = "We have no room for files just now, so this has not been received. Try again in a few minutes.";
const unconfirmedMessage = "We could not make sure that this was stored. Try again in a few seconds.";
/** A handler that was given up may still finish. */
const tooLateMessage =
	"This took too long, so we stopped waiting for it. If you sent something, it may have been received all the same: look for a confirmation in your inbox before you send it again.";
const failureMessage = "Something went wrong on our side. It has been reported to our team.";

/**
 * Returns the problem for a thrown error.
 *
 * Only errors made for the purpose keep their message; any other could repeat what the visitor typed.
 */
export function errorToProblem(error: unknown): HttpProblem {
	if (error instanceof HttpProblem) return error;
	if (isStorageUnavailable(error)) {
		const { retryAfterSeconds } = error instanceof StorageUnavailableError ? error : new StorageUnavailableError(error);
		const message =
			error instanceof CommitOutcomeUnknownError
				? unconfirmedMessage
				: error instanceof NoRoomForFilesError
					? noRoomMessage
					: retryLaterMessage;
		return new HttpProblem(503, message, { headers: { "retry-after": String(retryAfterSeconds) } });
	}
	if (isUnstorableText(error)) return new HttpProblem(400, "The request contains an invalid character.");
	const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
	if (code === "FST_ERR_HANDLER_TIMEOUT")
		return new HttpProblem(503, tooLateMessage, { headers: { "retry-after": "5" } });
	if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
		return new HttpProblem(statusCode, messages[statusCode] ?? "The request could not be processed.");
	}
	return new HttpProblem(500, failureMessage);
}
