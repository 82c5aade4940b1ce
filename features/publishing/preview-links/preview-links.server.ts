import { hash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../../platform/clock.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createToken, hashToken, isToken } from "../../../platform/ids/secret-token.ts";
import type { Logger } from "../../../platform/log.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { Content } from "../documents/content.ts";
import { readFilePath } from "../pictures/picture-paths.ts";
import { findBytes, findFile } from "../pictures/picture-store.server.ts";
import type { NoteContent } from "../releases/note-content.ts";
import { findLastRelease } from "../releases/release-store.server.ts";
import type { Studio } from "../releases/studio.server.ts";
import {
	findPreviewLink,
	insertPreviewLink,
	listPreviewLinks,
	notePreviewOpened,
	previewLinksChangeKey,
	type PreviewLink,
} from "./preview-link-store.server.ts";

/** More are refused: each is a way into the drafts. */
const mostLinks = 50;
/** A content of a thousand articles takes some ten megabytes. */
const mostContents = 3;

/** The site as a holder of a link sees it. */
export type ShownSite = {
	content: Content;
	/** The public content at the same time. */
	published: Content;
	endsAt: Temporal.Instant;
	/** Whether any of its drafts is still to be published. */
	hasDrafts: boolean;
	/** Reads an unpublished picture of the content by its address on the site. */
	readPicture(path: string): Promise<Buffer | undefined>;
};

export type PreviewLinks = {
	/**
	 * Creates a private link to the site with some drafts; its token is returned once and not stored.
	 * @param link `paths`: documents with drafts
	 */
	create(
		link: { paths: readonly string[]; endsAt: Temporal.Instant },
		by: string,
	): Promise<{ id: string; token: string } | { problem: string }>;
	/** Lists the links that work, the next to end first. */
	list(): Promise<PreviewLink[]>;
	/** Ends a link at once; false when it has ended already. */
	end(id: string, by: string): Promise<boolean>;
	/** Finds what a link shows; undefined for a token that is unknown or has ended, and for no token. */
	open(token: string): Promise<ShownSite | undefined>;
};

/** Creates the private links to the site with drafts (docs/product/studio.md, Shown before it is public). */
export function createPreviewLinks({
	database,
	clock,
	studio,
	readContent,
	noteContent,
	log,
}: {
	database: Database;
	clock: Clock;
	studio: Pick<Studio, "buildShown">;
	/** Returns the public content. */
	readContent(): Content;
	noteContent: NoteContent;
	log: Pick<Logger, "warn">;
}): PreviewLinks {
	const { db } = database;
	type Built = Awaited<ReturnType<Studio["buildShown"]>>;
	const contents = new LRUCache<string, Promise<Built>>({ max: mostContents });

	/** Names the state of the content and the drafts. */
	async function readState(): Promise<string> {
		const edition = await findLastRelease(db);
		const drafts = await db.selectFrom("contentDrafts").select(["path", "version"]).orderBy("path").execute();
		const pictures = await db
			.selectFrom("contentPictures")
			.select("id")
			.where("edition", "is", null)
			.orderBy("id")
			.execute();
		return hash("sha256", JSON.stringify([edition, drafts, pictures]), "base64");
	}

	/** Builds what a link shows once for each state. */
	async function build({ id, paths, texts }: NonNullable<Awaited<ReturnType<typeof findPreviewLink>>>): Promise<Built> {
		const key = `${id} ${await readState()}`;
		const found = contents.get(key) ?? studio.buildShown(paths, texts);
		contents.set(key, found);
		found.catch(() => contents.delete(key));
		return found;
	}

	return {
		async create({ paths, endsAt }, by) {
			const { texts } = await studio.buildShown(paths, new Map());
			const [token, id] = [createToken(), randomUUID()];
			const now = clock.now();
			return database.write(async (transaction) => {
				if ((await listPreviewLinks(transaction, now)).length >= mostLinks)
					return { problem: `There are ${mostLinks} preview links already. End one first` };
				await insertPreviewLink(transaction, {
					id,
					tokenHash: hashToken(token),
					paths,
					texts,
					by,
					createdAt: now,
					endsAt,
				});
				await recordChange(transaction, [previewLinksChangeKey]);
				await noteContent(transaction, {
					actor: by,
					action: "content.share-preview",
					subject: `preview:${id}`,
					details: { documents: paths.length, endsAt: endsAt.toString({ smallestUnit: "second" }) },
				});
				return { id, token };
			});
		},

		list: () => listPreviewLinks(db, clock.now()),

		end: (id, by) =>
			database.write(async (transaction) => {
				const ended = await transaction
					.deleteFrom("previewLinks")
					.where("id", "=", id)
					.returning("id")
					.executeTakeFirst();
				if (!ended) return false;
				await recordChange(transaction, [previewLinksChangeKey]);
				await noteContent(transaction, { actor: by, action: "content.end-preview", subject: `preview:${id}` });
				return true;
			}),

		async open(token) {
			const link = isToken(token) ? await findPreviewLink(db, hashToken(token), clock.now()) : undefined;
			if (!link) return undefined;
			const { content: built, texts } = await build(link);
			const published = readContent();
			const content = built ?? published;
			const day = findDate(clock.now().epochMilliseconds, published.company.timeZone);
			if (link.lastOpenedOn !== day || !isDeepStrictEqual(link.texts, texts))
				await database
					.write((transaction) => notePreviewOpened(transaction, link.id, { day, texts }))
					// A full disk keeps nobody from reading.
					.catch((err: unknown) => log.warn({ err }, "could not note that a preview link was opened"));
			const publicPictures = new Set(listPictureAddresses(published));
			return {
				content,
				published,
				endsAt: link.endsAt,
				hasDrafts: texts.size > 0,
				async readPicture(path) {
					if (publicPictures.has(path) || !listPictureAddresses(content).includes(path)) return undefined;
					const wanted = readFilePath(path);
					const file = wanted && (await findFile(db, wanted, { isPublic: false }));
					return file && findBytes(db, file.hash);
				},
			};
		},
	};
}

/** Lists the addresses of a content's pictures on the site, with narrower copies. */
export function listPictureAddresses({ pictures }: Content): string[] {
	return Object.values(pictures).flatMap(({ url, variants }) => [url, ...variants.map((variant) => variant.url)]);
}
