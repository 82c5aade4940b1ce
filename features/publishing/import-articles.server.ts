import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type {
	FileRule,
	ImportKind,
	MoreFilesRule,
	ReadOptions,
	ReadRow,
	RowFile,
	RowValues,
} from "../../core/imports/import-kind.ts";
import { deleteImportedRows } from "../../core/imports/import-store.server.ts";
import { simplify, type ImportField } from "../../core/imports/match-columns.ts";
import { readDate } from "../../core/imports/read-date.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { lockContent } from "./content-lock.server.ts";
import type { ContentSource } from "./documents/content-source.server.ts";
import { documentKinds, pathOfDocument } from "./documents/document-kinds.ts";
import { toSlug } from "./documents/document-slug.ts";
import { readValues, writeEmptyDocument, writeValues } from "./documents/document-text.server.ts";
import type * as HtmlToMarkdown from "./html-to-markdown.server.ts";
import { parseYaml } from "./parse-yaml.ts";
import { middle } from "./pictures/crop.ts";
import { nameCuts } from "./pictures/picture-library.server.ts";
import { namePicture } from "./pictures/picture-paths.ts";
import type { PictureProcessor } from "./pictures/picture-processor.server.ts";
import { PictureRefusal } from "./pictures/picture-refusal.ts";
import { getShape, type PictureShapeName } from "./pictures/picture-shapes.ts";
import { deleteDraft as deletePictureDraft, insertPictureVersion } from "./pictures/picture-store.server.ts";
import { listPictureUses } from "./pictures/picture-uses.ts";
import { picturesChangeKey } from "./pictures/pictures-change-key.ts";
import type { CutPicture, PictureMaster } from "./pictures/process-picture.server.ts";
import { toUploadPath, wordpressSource } from "./read-wordpress.server.ts";
import { deleteDrafts, putDraft, tidyText } from "./releases/draft-store.server.ts";
import { findCurrent, hashText, readStoredDocuments } from "./releases/list-documents.server.ts";
import { draftsChangeKey } from "./releases/studio.server.ts";

const fields: readonly ImportField[] = [
	{ key: "title", label: "Title", synonyms: [] },
	{ key: "slug", label: "Slug", synonyms: [] },
	{ key: "date", label: "Date", synonyms: [] },
	{ key: "author", label: "Author", synonyms: [] },
	{ key: "excerpt", label: "Excerpt", synonyms: [] },
	{ key: "content", label: "Content", synonyms: [] },
	{ key: "category", label: "Category", synonyms: [] },
	{ key: "picture", label: "Picture", synonyms: [] },
	{ key: "state", label: "State", synonyms: [] },
	{ key: "externalId", label: "ID", synonyms: [] },
];

const kind = documentKinds.post;
/** Of the picture beside an article, and of those within its text. */
const shape = "illustration";
const shapeInText = "free";
/** Of one article; they are in memory together. */
const mostPicturesInText = 20;
const longestAlt = 250;
/** Of the description in lists and search results. */
const longestDescription = 170;

/** A picture that is cut and not yet stored. */
type PreparedPicture = { name: string; shape: PictureShapeName; master: PictureMaster; cuts: CutPicture[] };

export type ArticleImportDeps = {
	company: Pick<Company, "timeZone">;
	/** Reads the content of the build. */
	readBase(): Promise<Pick<ContentSource, "documents" | "pictures">>;
	processor: Pick<PictureProcessor, "read" | "cut">;
};

/** Declares the import of articles from WordPress, which become drafts of the studio. */
export function createArticleImport({ company, readBase, processor }: ArticleImportDeps): ImportKind {
	const ruleOf = (name: string, of: PictureShapeName): MoreFilesRule => ({
		name,
		mostBytes: 15 * 2 ** 20,
		async check(path) {
			try {
				await cutFor(of, await readFile(path));
				return { ending: "" };
			} catch (error) {
				if (!(error instanceof PictureRefusal)) throw error;
				return { refused: `${capitalise(name)} is left out: ${error.message}` };
			}
		},
	});
	// They are kept with the studio's pictures.
	const picture: FileRule = { ...ruleOf("the picture", shape), field: "picture", endings: [] };

	async function cutFor(of: PictureShapeName, bytes: Buffer): Promise<Pick<PreparedPicture, "master" | "cuts">> {
		const master = await processor.read(bytes, { allowsSvg: false });
		return { master, cuts: await processor.cut(master, { focal: middle, shape: getShape(of) }) };
	}

	async function preparePicture(file: RowFile, of: PictureShapeName): Promise<PreparedPicture> {
		const bytes = Buffer.concat(await Array.fromAsync(await file.read()));
		return { name: file.name, shape: of, ...(await cutFor(of, bytes)) };
	}

	async function findDocument(db: Connection, path: string): Promise<string | undefined> {
		const stored = (await readStoredDocuments(db, [path])).get(path);
		return stored?.draft
			? (stored.draft.text ?? "")
			: findCurrent((await readBase()).documents, path, stored?.published);
	}

	async function readLists(db: Connection) {
		const parse = async (path: string) => parseYaml((await findDocument(db, path)) ?? "") as unknown;
		const blog = (await parse("pages/blog.yml")) as { categories?: string[] } | null;
		const authors = (await parse("authors.yml")) as { id: string; name: string }[] | null;
		return {
			categories: new Map((blog?.categories ?? []).map((name) => [simplify(name), name])),
			authors: new Map((authors ?? []).map(({ id, name }) => [simplify(name), id])),
		};
	}

	return {
		key: "articles",
		name: "Articles",
		about: "Each article of a WordPress export becomes a draft in the studio.",
		becomes: ["draft", "drafts"],
		path: "studio",
		pathOf: (path) => `/studio/documents/${path}`,
		prefix: "ARTICLE",
		fields,
		source: wordpressSource,
		// Their pictures are in memory.
		rowsAtOnce: 3,
		file: picture,
		moreFiles: ruleOf("a picture within the text", shapeInText),
		inUse: "they are public",
		async createReader(db, options) {
			const lists = await readLists(db);
			const { convertHtml } = await import("./html-to-markdown.server.ts");
			return {
				read: (values) => readRow(values, options, { ...lists, convertHtml }),
				async findStored(of, rows) {
					const found = new Map<string, string>();
					for (const { duplicateKey } of rows) {
						const path = pathOfDocument(kind, duplicateKey);
						if ((await findDocument(of, path)) !== undefined) found.set(duplicateKey, path);
					}
					return found;
				},
			};
		},
		exists: async (db, path) => (await findDocument(db, path)) !== undefined,
		async findWorkedOn(db, paths, at) {
			if (paths.length === 0) return new Map();
			const rows = await db
				.selectFrom("contentDrafts")
				.select(["path", "text"])
				.where("path", "in", paths)
				.where("at", "<>", toInstantText(at))
				.execute();
			return new Map(rows.map(({ path, text }) => [path, titleOf(text)]));
		},
		async findInUse(db, paths) {
			if (paths.length === 0) return new Map();
			const rows = await db
				.selectFrom("contentDocuments")
				.select(["path", "text"])
				.where("path", "in", paths)
				.where("text", "is not", null)
				.execute();
			return new Map(rows.map(({ path, text }) => [path, titleOf(text)]));
		},
		async remove(transaction, paths, { begunAt }) {
			await lockContent(transaction);
			const drafts = await transaction
				.selectFrom("contentDrafts")
				.select(["path", "text"])
				.where("path", "in", paths)
				.execute();
			await deleteImportedRows(transaction, paths);
			await deleteDrafts(transaction, paths);
			await recordChange(transaction, [draftsChangeKey]);
			const names = drafts.flatMap(({ path, text }) => [...listPictureUses(path, text ?? "").keys()]);
			for (const src of new Set(names)) await removePicture(transaction, src, begunAt);
		},
	};

	/** Removes a picture of a removed draft that came with the import, unless another text names it. */
	async function removePicture(transaction: WriteTransaction, src: string, begunAt: Temporal.Instant): Promise<void> {
		const imported = await transaction
			.selectFrom("contentPictures")
			.select("id")
			.where("path", "=", src)
			.where("version", "=", 1)
			.where("uploadedAt", "=", toInstantText(begunAt))
			.executeTakeFirst();
		if (!imported) return;
		for (const table of ["contentDrafts", "contentDocuments"] as const) {
			const other = await transaction
				.selectFrom(table)
				.select("path")
				.where("text", "like", `%${src}%`)
				.executeTakeFirst();
			if (other) return;
		}
		if ([...(await readBase()).documents.values()].some((text) => text.includes(src))) return;
		if (await deletePictureDraft(transaction, src)) await recordChange(transaction, [picturesChangeKey]);
	}

	function readRow(
		values: RowValues,
		{ at, by }: ReadOptions,
		{
			categories,
			authors,
			convertHtml,
		}: Awaited<ReturnType<typeof readLists>> & { convertHtml: typeof HtmlToMarkdown.convertHtml },
	): ReadRow | { refused: string } {
		const { line } = values;
		const remarks: string[] = [];
		if (line("state") === "trash") return { refused: "The article is in the trash." };
		const title = line("title");
		const slug = toSlug(line("slug")) || toSlug(title);
		if (title === "" || slug === "") return { refused: "The article has no title." };
		const inText = createPicturePlaces();
		const converted = convertHtml(withoutCaptions(values.of["content"] ?? ""), { placePicture: inText.place });
		if (!converted) return { refused: "The content is too long or too complicated to be read." };
		if (converted.pictures > 0)
			remarks.push(
				inText.names.length < mostPicturesInText
					? "Pictures of other sites within the text are left out."
					: `Pictures within the text are left out after the first ${mostPicturesInText}.`,
			);
		if (converted.embeds > 0) remarks.push("Embedded videos, forms and pages are left out.");
		if (/\\\[\/?[a-z][\w-]{1,40}(?:\]|\s[\w-]{1,40}=)/.test(converted.markdown))
			remarks.push("Shortcodes stay in the text.");
		const [category = "", ...others] = (values.of["category"] ?? "").split("\n").map((name) => name.trim());
		if (others.length > 0) remarks.push("An article has one category: the first is kept.");
		if (!categories.has(simplify(category))) remarks.push("The category is not one of the blog page.");
		const author = authors.get(simplify(line("author")));
		if (author === undefined) remarks.push("The author is not among the authors of the site.");
		if (line("picture") === "") remarks.push("There is no picture, which an article needs.");
		const date = readDate(line("date"), { order: "day-first", timeZone: company.timeZone }) ?? at;
		const excerpt = convertHtml(values.of["excerpt"] ?? "")?.markdown ?? "";
		const described = toDescription(excerpt || inText.fill(converted.markdown, []));
		/** The picture beside the article, and then those in its text. */
		let prepared: (PreparedPicture | undefined)[] = [];
		return {
			address: "",
			duplicateKey: slug,
			remarks,
			moreFiles: inText.names,
			async prepare(file, moreFiles) {
				prepared = [file && (await preparePicture(file, shape))];
				for (const one of moreFiles) prepared.push(one && (await preparePicture(one, shapeInText)));
			},
			async write(transaction) {
				await lockContent(transaction);
				const path = await findFreePath(transaction, slug);
				const [src, ...paths] = await storePictures(transaction, prepared, { by, at });
				const { documents } = await readBase();
				const text = writeValues(
					writeEmptyDocument(true),
					{
						fields: {
							title,
							description: described,
							category: categories.get(simplify(category)) ?? category,
							author: author ?? toSlug(line("author")),
							date: findDate(date.epochMilliseconds, company.timeZone),
							...(src !== undefined && { image: { src, alt: "" } }),
						},
						body: `${inText.fill(converted.markdown, paths)}\n`,
					},
					true,
				);
				const version = await putDraft(
					transaction,
					{
						path,
						text: tidyText(text),
						baseHash: hashText(documents.get(path)),
						renamedFrom: null,
						renamedTo: null,
						redirectTo: null,
					},
					0,
					// Later changes are recognised by their time.
					{ by, now: at },
				);
				if (version === undefined) throw new Error(`A draft of ${path} came meanwhile`);
				await recordChange(transaction, [draftsChangeKey]);
				return path;
			},
		};
	}

	async function findFreePath(transaction: WriteTransaction, slug: string): Promise<string> {
		for (let number = 1; ; number++) {
			const path = pathOfDocument(kind, number === 1 ? slug : `${slug}-${number}`);
			if ((await findDocument(transaction, path)) === undefined) return path;
		}
	}

	/** @returns the path of each picture, undefined where there is none */
	async function storePictures(
		transaction: WriteTransaction,
		pictures: readonly (PreparedPicture | undefined)[],
		{ by, at }: Pick<ReadOptions, "by" | "at">,
	): Promise<(string | undefined)[]> {
		if (pictures.every((one) => one === undefined)) return [];
		const stored = await transaction.selectFrom("contentPictures").select("path").distinct().execute();
		const taken = new Set([...(await readBase()).pictures.keys(), ...stored.map(({ path }) => path)]);
		const paths: (string | undefined)[] = [];
		for (const one of pictures) {
			const path = one && namePicture(getShape(one.shape).folder, one.name, (src) => taken.has(src));
			paths.push(path);
			if (!one || path === undefined) continue;
			taken.add(path);
			const { name: uploadedName, shape: of, master, cuts } = one;
			const version = { path, uploadedName, by, focal: middle, master, cuts: nameCuts(path, cuts), gone: [] };
			await insertPictureVersion(transaction, { ...version, shape: of }, at);
		}
		await recordChange(transaction, [picturesChangeKey]);
		return paths;
	}
}

function titleOf(text: string | null): string {
	const title = (readValues(text ?? "", true)?.fields as { title?: unknown } | null | undefined)?.title;
	return typeof title === "string" ? title : "";
}

/** Keeps places for the pictures of a text, which have no addresses before they are stored. */
function createPicturePlaces() {
	const mark = `${randomUUID()}-`;
	const names: string[] = [];
	const places: { name: number; alt: string }[] = [];
	return {
		/** Their files, as a row names them. */
		names,
		/** Returns what stands for a picture of the old site; undefined for one of another site, and for too many. */
		place({ src, alt }: { src: string; alt: string }): string | undefined {
			if (!src.includes("/uploads/")) return undefined;
			const path = toUploadPath(src);
			// WordPress shows a smaller copy, such as loom-1024x768.png.
			const name = `${path.replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, "")}\n${path}`;
			const known = names.indexOf(name);
			if (known === -1 && names.length === mostPicturesInText) return undefined;
			places.push({ name: known === -1 ? names.push(name) - 1 : known, alt });
			return `${mark}${places.length - 1}-`;
		},
		/** Puts the pictures in their places, by the paths of the files that are stored; without a path, none. */
		fill(markdown: string, paths: readonly (string | undefined)[]): string {
			const [start = "", ...others] = markdown.split(mark);
			const filled = others.map((part) => {
				const end = part.indexOf("-");
				const { name = -1, alt = "" } = places[Number(part.slice(0, end))] ?? {};
				const path = paths[name];
				return (path === undefined ? "" : `![${toAltText(alt)}](/pictures/${path})`) + part.slice(end + 1);
			});
			return [start, ...filled].join("").trim();
		},
	};
}

/** Writes an alt text as Markdown, whose signs in it mean nothing. */
function toAltText(alt: string): string {
	return alt
		.replaceAll(/[[\]\\\s]+/g, " ")
		.trim()
		.slice(0, longestAlt)
		.replaceAll(/[*_`<&~]/g, String.raw`\$&`);
}

/** WordPress writes captions of pictures as shortcodes around them. */
function withoutCaptions(html: string): string {
	return html.replaceAll(/\[\/?caption(?: [^\][]*)?\]/g, "");
}

/** Shortens Markdown to the sentences that a description can hold. */
function toDescription(markdown: string): string {
	const text = markdown
		.replaceAll(/\[([^\][]*)\]\([^()[\]]*\)/g, "$1")
		.replaceAll(/^#.*$/gm, "")
		.replaceAll(/^[>\-|\s]+/gm, "")
		.replaceAll(/[*_`\\]/g, "")
		.replaceAll(/\s+/g, " ")
		.trim();
	if (text.length <= longestDescription) return text;
	return `${text.slice(0, longestDescription - 1).replace(/\s\S*$/, "")}…`;
}
