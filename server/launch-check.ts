import { listOpenJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { findDocumentKind } from "../features/publishing/documents/document-kinds.ts";
import type { KeptSamples } from "../features/publishing/launch/kept-samples.server.ts";
import {
	keyOf,
	listLinksToModules,
	listPlaceholders,
	listSampleJobs,
	pickShown,
	readParts,
} from "../features/publishing/launch/list-placeholders.server.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/database/database.ts";

/** Something to replace or set before the launch. */
export type LaunchFinding = {
	/** A document of the content, a key of the configuration, or a position in the database. */
	kind: "content" | "setting" | "position";
	/** A document's path, a key's name, or a position's id. */
	name: string;
	/** The field of a document; empty elsewhere. */
	field: string;
	/** The text, or what is wrong. */
	text: string;
};

/**
 * Lists texts of the sample company, and missing settings without which no e-mail or link works outside this machine.
 * @param hasPositions whether there is a database, which has read content/jobs already
 */
export function checkLaunch(
	documents: ReadonlyMap<string, string>,
	config: Pick<Config, "publicUrl" | "smtpUrl" | "mailFrom">,
	{ hasPositions }: { hasPositions: boolean },
): LaunchFinding[] {
	const shown = [...pickShown(documents)].filter(([path]) => !hasPositions || !isSeed(path));
	return [
		...listPlaceholders(new Map(shown)).map(({ file, field, text }) => ({
			kind: "content" as const,
			name: file,
			field,
			text,
		})),
		...listLinksToModules(new Map(shown)).map(({ file, field, text }) => ({
			kind: "content" as const,
			name: file,
			field,
			text: `links to ${text}, which is turned off; visitors see the text without the link`,
		})),
		...listSettings(config),
	];
}

/** Leaves out the sample texts that the company keeps as its own. */
export function withoutKeptFindings(findings: readonly LaunchFinding[], kept: KeptSamples): LaunchFinding[] {
	return findings.filter(({ kind, name, text }) => kind !== "content" || !kept.has(keyOf({ file: name, text })));
}

function isSeed(path: string): boolean {
	return findDocumentKind(path)?.kind.editedAs === "position";
}

/**
 * Lists sample jobs that visitors see: content/jobs was read at the first start, so changing it removes none. Empty while the careers
 * module is off.
 */
export async function checkPositions(
	db: Connection,
	documents: ReadonlyMap<string, string>,
	today: string,
): Promise<LaunchFinding[]> {
	if (!readParts(documents.get("company.yml")).careers) return [];
	return listSampleJobs(await listOpenJobs(db, today)).map((id) => ({
		kind: "position",
		name: id,
		field: "",
		text: "a sample position is open",
	}));
}

function listSettings({
	publicUrl,
	smtpUrl,
	mailFrom,
}: Pick<Config, "publicUrl" | "smtpUrl" | "mailFrom">): LaunchFinding[] {
	const setting = (name: string, text: string): LaunchFinding => ({ kind: "setting", name, field: "", text });
	return [
		...(publicUrl.startsWith("https://") ? [] : [setting("PUBLIC_URL", `${publicUrl} is not an https:// address`)]),
		...(smtpUrl === undefined ? [setting("SMTP_URL", "not set, so no e-mail leaves")] : []),
		...(mailFrom === undefined ? [setting("MAIL_FROM", "unset")] : []),
	];
}
