import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { ZipFile } from "yazl";
import type { FileStore } from "../../platform/files/file-store.ts";
import { readIntoArchive } from "../../platform/files/read-into-archive.ts";
import type { Company } from "../../shared/company.ts";
import type { PersonRecord } from "./describe-person.server.ts";
import type { renderPersonPage } from "./person-page.server.tsx";

export type PersonArchiveOptions = {
	/** All that the person has; at least one. */
	addresses: readonly string[];
	records: readonly PersonRecord[];
	files: Pick<FileStore, "read">;
	company: Pick<Company, "name" | "locale" | "timeZone" | "timeZoneLabel">;
	now: Temporal.Instant;
	/** Renders the page; without it there is none. Given, because commands run without a build and so without JSX. */
	renderPage?: typeof renderPersonPage;
};

/**
 * Packs a person's data: a readable page if it is rendered, the same as JSON, and the files, each read when the archive reaches it. The stream fails when a
 * file cannot be read.
 */
export function packPerson({ addresses, records, files, company, now, renderPage }: PersonArchiveOptions): Readable {
	const zip = new ZipFile();
	const output = zip.outputStream as Readable;
	zip.on("error", (error: Error) => output.destroy(error));
	const readNext = readIntoArchive(output);
	const paths = new Map(
		records.flatMap(({ reference, files: some }) =>
			some.map(({ storedAs, name }, index) => [storedAs, `files/${reference}/${index + 1}-${toPathPart(name)}`]),
		),
	);
	if (renderPage) zip.addBuffer(Buffer.from(renderPage({ addresses, records, company, now, paths })), "index.html");
	zip.addBuffer(Buffer.from(writeJson({ addresses, records, now, paths })), "data.json");
	for (const [storedAs, path] of paths)
		zip.addReadStreamLazy(
			path,
			callbackify(async () =>
				readNext(
					(await files.read(storedAs)) ??
						Readable.from([Buffer.from("This file no longer exists.\n")], { objectMode: false }),
				),
			),
		);
	zip.end();
	return output;
}

function writeJson({
	addresses,
	records,
	now,
	paths,
}: Pick<PersonArchiveOptions, "addresses" | "records" | "now"> & { paths: ReadonlyMap<string, string> }): string {
	return JSON.stringify(
		{
			email: addresses[0],
			addresses,
			exportedAt: now,
			records: records.map(({ name, reference, at, stored, work, emails, files }) => ({
				kind: name,
				reference,
				at,
				stored,
				staffWrote: work.map(({ at: writtenAt, title, text }) => ({ at: writtenAt, title, text })),
				emails: emails.map(({ kind, sentAt, state }) => ({ kind, sentAt, state })),
				files: files.map(({ storedAs, name: fileName, bytes }) => ({
					path: paths.get(storedAs),
					name: fileName,
					bytes,
				})),
			})),
		},
		null,
		"\t",
	);
}

/** A file name that every system takes: without path separators, and without the dots and spaces at its end that Windows drops. */
function toPathPart(name: string): string {
	const cleaned = name
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}\uFFFD/\\:*?"<>|]+/gu, "_")
		.replace(/^\.+/, "_");
	return (
		Array.from(cleaned.replace(/(?<![. ])[. ]+$/, ""))
			.slice(-100)
			.join("") || "file"
	);
}
