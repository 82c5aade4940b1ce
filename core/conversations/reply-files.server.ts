import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import { toOneLine } from "../../shared/clean-text.ts";

/** The usual limit of mail servers, less the overhead of encoding. */
export const maxReplyFileBytes = 10 * 1024 * 1024;
export const maxReplyFiles = 10;

/** A file that came with the form and leaves with the reply. */
export type ReplyAttachment = { file: ReceivedFile; name: string; contentType: string };

/** A file of a reply or draft: its name in the file store, and the name under which it was attached. */
export type ReplyFile = { storedAs: string; name: string; bytes: number };

/** Returns the limits of a reply's files in words. */
export function describeFileLimits(): string {
	return `Up to ${maxReplyFiles} files, ${maxReplyFileBytes / 1024 / 1024} MB in total.`;
}

/** Returns the error of a reply's files, or undefined when they are within the limits. */
export function findFilesFault(files: readonly { bytes: number }[]): string | undefined {
	if (files.length > maxReplyFiles) return `Attach at most ${maxReplyFiles} files`;
	if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxReplyFileBytes)
		return `Attach files of at most ${maxReplyFileBytes / 1024 / 1024} MB in total`;
	return undefined;
}

/** Returns the last part of a path, on one line and without control characters. */
export function tidyFileName(name: string): string {
	return toOneLine(name.split(/[/\\]/).at(-1) ?? "").slice(-200) || "file";
}

/** Returns a content type in lower case; application/octet-stream for an invalid one. */
export function tidyContentType(type: string): string {
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "application/octet-stream";
}
