import { nameMember } from "../../../core/records/record-events.server.ts";
import { writeEvent } from "../../../core/webhooks/delivery-store.server.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { lockContent } from "../content-lock.server.ts";
import type { ContentSource } from "../documents/content-source.server.ts";
import { importPictures, type PictureChange } from "../pictures/import-pictures.server.ts";
import { publishPictures } from "../pictures/publish-pictures.server.ts";
import type { NoteContent } from "./note-content.ts";
import { contentChangeKey, findLastRelease } from "./release-store.server.ts";
import type { RevisionAction } from "./tables.ts";
import { writeFormerAddresses } from "./write-redirects.server.ts";

/** A release's change of one document. */
export type DocumentChange = {
	path: string;
	action: RevisionAction;
	/** The public text from then on; null without one. */
	text: string | null;
	/** Whether the document leaves the studio: the build's text is public. */
	isFileTaken?: boolean;
	/** Of the build's text that it is based on. */
	baseHash: string | null;
	/** The version of the draft that is published and ends. */
	draftVersion?: number;
	/** Redirect of the document's former address. */
	leadsTo?: string;
};

export type ReleaseDraft = {
	changes: readonly DocumentChange[];
	/** Pictures whose new versions are published, by path below pictures/. */
	pictures?: readonly string[];
	/** An import's changes of pictures. */
	importedPictures?: readonly PictureChange[];
	/** Former addresses that an import ends. */
	forgotten?: readonly string[];
	by: string;
	note: string | undefined;
};

/** Serialises releases and returns the number of the last. */
export async function lockReleases(transaction: WriteTransaction): Promise<number> {
	await lockContent(transaction);
	return findLastRelease(transaction);
}

/**
 * Writes a release within a transaction that lockReleases began.
 * @param last number of the previous release
 * @returns its number
 */
export async function writeRelease(
	transaction: WriteTransaction,
	last: number,
	{ changes, pictures = [], importedPictures = [], forgotten, by, note }: ReleaseDraft,
	{
		base,
		noteContent,
		now,
	}: { base: Pick<ContentSource, "pictures">; noteContent: NoteContent; now: Temporal.Instant },
): Promise<number> {
	const number = last + 1;
	await transaction
		.insertInto("contentEditions")
		.values({ number, at: toInstantText(now), by, note: note ?? null })
		.execute();
	for (const { path, action, text, isFileTaken, baseHash, draftVersion } of changes) {
		await transaction
			.insertInto("contentRevisions")
			.values({ id: createOrderedId(), edition: number, path, action, text })
			.execute();
		if (isFileTaken) await transaction.deleteFrom("contentDocuments").where("path", "=", path).execute();
		else
			await transaction
				.insertInto("contentDocuments")
				.values({ path, text, baseHash, edition: number })
				.onConflict((conflict) => conflict.column("path").doUpdateSet({ text, baseHash, edition: number }))
				.execute();
		if (draftVersion !== undefined)
			await transaction
				.deleteFrom("contentDrafts")
				.where("path", "=", path)
				.where("version", "=", draftVersion)
				.execute();
	}
	const gone = changes.filter(({ text }) => text === null).map(({ path }) => path);
	if (gone.length > 0)
		await transaction
			.updateTable("contentDrafts")
			.set({ renamedFrom: null })
			.where("renamedFrom", "in", gone)
			.execute();
	await writeFormerAddresses(transaction, number, { changes, forgotten });
	const texts = changes.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]));
	const published = await publishPictures(transaction, {
		edition: number,
		texts,
		chosen: pictures,
		folder: base.pictures,
	});
	await importPictures(transaction, importedPictures, { edition: number, by, now });
	await recordChange(transaction, [contentChangeKey]);
	await writeEvent(
		transaction,
		{
			type: "release.published",
			reference: createOrderedId(),
			data: {
				release: {
					number,
					note: note ?? "",
					documents: changes.map(({ path }) => path),
					pictures: published.length + importedPictures.length,
				},
				by: await nameMember(transaction, by),
			},
		},
		now,
	);
	await noteContent(transaction, {
		actor: by,
		action: "content.publish",
		subject: `edition:${number}`,
		details: { documents: changes.length, pictures: published.length + importedPictures.length },
	});
	return number;
}
