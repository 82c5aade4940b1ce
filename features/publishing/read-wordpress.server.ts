import { SaxesParser } from "saxes";
import { TableError, type OpenTable, type RowSource, type TableRow } from "../../core/imports/read-table.server.ts";
import { decodePercent } from "../../shared/decode-percent.ts";

/** Columns of an article, in the order of its cells. */
const columns = [
	"ID",
	"Title",
	"Slug",
	"Date",
	"Author",
	"Excerpt",
	"Content",
	"Category",
	"Picture",
	"State",
] as const;

/** Of one article, or of a file that never ends one. */
const longestItem = 10_000_000;
const deepest = 20;
/** Pictures and authors are kept in memory. */
const mostPictures = 200_000;
const samplesAtMost = 3;
const format = { encoding: "utf-8", delimiter: "", skips: 0 } as const;

/** Texts of an item by the name of their element; categories and tags have their domain before the name. */
type Item = { line: number; of: ReadonlyMap<string, string>; categories: string[]; thumbnail: string };

/**
 * Reads the articles of a WordPress export (WXR, https://wordpress.org/documentation/article/tools-export-screen/), an RSS file with elements
 * of its own. Pages, menus, revisions and pictures are not rows. The file has no document type and no entities of its own.
 */
export const wordpressSource: RowSource = {
	name: "WordPress export",
	isNamed: (fileName) => /\.xml$/i.test(fileName),
	async detectFormat(open) {
		const { done } = await readItems(open, { wanted: "articles" }).next();
		if (done)
			throw new TableError("The file contains no articles. Choose the file that WordPress exports under Tools.");
		return format;
	},
	async readColumns(open) {
		const samples: string[][] = [];
		for await (const { cells } of readArticles(open)) if (samples.push(cells) === samplesAtMost) break;
		if (samples.length === 0) throw new TableError("The file contains no articles.");
		return columns.map((name, index) => ({
			name,
			samples: samples.map((cells) => (cells[index] ?? "").replaceAll(/\s+/g, " ").trim()).filter(Boolean),
		}));
	},
	readRows: (open) => readArticles(open),
};

async function* readArticles(open: OpenTable): AsyncGenerator<TableRow> {
	const pictures = new Map<string, string>();
	const authors = new Map<string, string>();
	for await (const item of readItems(open, { wanted: "pictures", authors })) {
		if (pictures.size >= mostPictures) throw new TableError("The file names too many pictures. Split it.");
		pictures.set(textOf(item, "wp:post_id"), toUploadPath(textOf(item, "wp:attachment_url")));
	}
	let row = 0;
	for await (const item of readItems(open, { wanted: "articles" })) {
		row += 1;
		const author = textOf(item, "dc:creator");
		const cells: Record<(typeof columns)[number], string> = {
			ID: textOf(item, "guid"),
			Title: textOf(item, "title"),
			Slug: textOf(item, "wp:post_name"),
			Date: textOf(item, "wp:post_date"),
			Author: authors.get(author) ?? author,
			Excerpt: textOf(item, "excerpt:encoded"),
			Content: textOf(item, "content:encoded"),
			Category: item.categories.join("\n"),
			Picture: pictures.get(item.thumbnail) ?? "",
			State: textOf(item, "wp:status"),
		};
		yield { row, line: item.line, cells: columns.map((name) => cells[name]) };
	}
}

function textOf({ of }: Item, name: string): string {
	return of.get(name) ?? "";
}

/** Returns the path of a picture below the folder of uploads. */
export function toUploadPath(address: string): string {
	return decodePercent(address.split(/[?#]/)[0]?.split("/uploads/").at(-1) ?? "");
}

type Wanted = { wanted: "articles" | "pictures"; /** Gets names of authors by login. */ authors?: Map<string, string> };

/**
 * Reads items one by one.
 * @throws TableError when it is not well-formed XML, has a document type, or an item is too long
 */
async function* readItems(open: OpenTable, { wanted, authors }: Wanted): AsyncGenerator<Item> {
	const found: Item[] = [];
	const parser = createItemParser({
		onItem(item) {
			const type = item.of.get("wp:post_type") ?? "";
			if (wanted === "pictures" ? type === "attachment" : type === "post") found.push(item);
		},
		onAuthor: (login, name) => void authors?.set(login, name),
	});
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const stream = await open();
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			parser.write(decoder.decode(chunk, { stream: true }));
			yield* found.splice(0);
		}
		parser.close();
		yield* found;
	} catch (error) {
		if (error instanceof TableError) throw error;
		throw new TableError("The file is not a complete WordPress export in UTF-8. Export it again.");
	} finally {
		stream.destroy();
	}
}

function createItemParser({
	onItem,
	onAuthor,
}: {
	onItem(item: Item): void;
	onAuthor(login: string, name: string): void;
}): { write(text: string): void; close(): void } {
	const parser = new SaxesParser();
	const path: string[] = [];
	let sinceItem = 0;
	let line = 0;
	let texts = new Map<string, string>();
	let categories: string[] = [];
	let thumbnail = "";
	let text = "";
	let domain = "";
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("doctype", () => {
		throw new TableError("The file has a document type, which a WordPress export does not have.");
	});
	parser.on("opentag", ({ name, attributes }) => {
		path.push(name);
		if (path.length > deepest) throw new TableError("The file is nested more deeply than a WordPress export.");
		text = "";
		domain = attributes["domain"] ?? "";
		if (name !== "item" && name !== "wp:author") return;
		line = parser.line;
		texts = new Map();
		categories = [];
		thumbnail = "";
	});
	const add = (part: string) => void (text += part);
	parser.on("text", add);
	parser.on("cdata", add);
	parser.on("closetag", ({ name }) => {
		path.pop();
		const parent = path.at(-1);
		if (name === "item") onItem({ line, of: texts, categories, thumbnail });
		else if (name === "wp:author")
			onAuthor(texts.get("wp:author_login") ?? "", texts.get("wp:author_display_name") ?? "");
		else if (parent === "wp:postmeta") texts.set(name, text);
		else if (name === "wp:postmeta") {
			if (texts.get("wp:meta_key") === "_thumbnail_id") thumbnail = texts.get("wp:meta_value") ?? "";
		} else if (parent === "item" || parent === "wp:author") {
			if (name === "category" && domain === "category") categories.push(text.trim());
			else texts.set(name, text);
		}
		if (name === "item") sinceItem = 0;
	});
	return {
		write(part) {
			sinceItem += part.length;
			if (sinceItem > longestItem)
				throw new TableError("An article of the file is longer than ten million characters.");
			parser.write(part);
		},
		close: () => void parser.close(),
	};
}
