import { hash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { lookup } from "mrmime";
import pMap from "p-map";
import { findElements } from "./html-elements.ts";
import { fillMonths, listMonthsKinds, pickMonths, type KeptMonths } from "./months-placeholder.ts";
import { originPlaceholder } from "./origin.ts";

/** A response that the server gives from memory. Files are in the pack's folder, named by the hash of their content. */
export type PackedFile = {
	path: string;
	contentType: string;
	/** Hash of the uncompressed content, the base of its ETags. */
	hash: string;
	encodings: { br?: string; gzip?: string; identity: string };
	/** The name contains a hash of the content, so a browser may keep the file for ever. */
	immutable: boolean;
	/** Only HTML has them. */
	inlineSources?: PageSources;
};

/** Content-Security-Policy sources of a page: its own inline scripts and styles, and the players that it loads when they are pressed. */
export type PageSources = { scripts: string[]; styles: string[]; frames?: string[] };

export type PagePack = {
	publicUrl: string;
	/** Of the kinds that pages show. */
	keptMonths?: KeptMonths;
	/** Kinds of data whose months pages show, sorted. Absent in packs of the release before. */
	shownKinds?: string[];
	files: PackedFile[];
};

export const packFile = "pages.json";
/** The folder beside the pack with its files. */
export const packFolder = "pages";

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Media types of files that are not compressed yet. */
export const compressible = /^(text\/|application\/(json|javascript|xml|rss\+xml|manifest\+json)|image\/svg\+xml)/;
/** Folders whose files are named by a hash of their content: the bundler's output, and the content's pictures. */
const immutableFolders = /^(?:assets|pictures)\//;
const holdsOrigin = /\.(html|data|xml|txt|webmanifest)$/;

/**
 * Turns the client build into finished responses: absolute links made with `publicUrl`, terms with `keptMonths`, inline scripts hashed
 * for the policy, everything compressed as far as possible (brotli 11, gzip 9).
 *
 * Compressed files are kept by content, so a second run only processes changes.
 *
 * @param buildDirectory absolute path of build/, which holds client/ and receives pages/
 * @param options publicUrl: origin of the site without a trailing slash
 * @param directory another folder for the pack, and for its files that are not in the build's
 */
export async function finishPages(
	buildDirectory: string,
	{ publicUrl, keptMonths }: { publicUrl: string; keptMonths: KeptMonths },
	directory = buildDirectory,
): Promise<PagePack> {
	const clientDirectory = join(buildDirectory, "client");
	const builtDirectory = join(buildDirectory, packFolder);
	const packDirectory = join(directory, packFolder);
	await mkdir(packDirectory, { recursive: true });
	const names = (await readdir(clientDirectory, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile() && !entry.parentPath.includes(`${sep}.vite`))
		.map((entry) => relative(clientDirectory, join(entry.parentPath, entry.name)).split(sep).join("/"))
		.toSorted();

	const kinds = new Set<string>();
	const files = await pMap(
		names,
		async (name): Promise<PackedFile> => {
			const content = write(name, await readFile(join(clientDirectory, name)));
			const digest = hash("sha256", content, "hex").slice(0, 24);
			const contentType = contentTypeOf(name);
			const encodings: PackedFile["encodings"] = { identity: await keep(`${digest}.raw`, () => content) };
			if (compressible.test(contentType) && content.length > 200) {
				encodings.br = await keep(`${digest}.br`, () =>
					brotli(content, {
						params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
					}),
				);
				encodings.gzip = await keep(`${digest}.gz`, () => gzipAsync(content, { level: 9 }));
			}
			return {
				path: pathOf(name),
				contentType,
				hash: digest,
				encodings,
				immutable: immutableFolders.test(name),
				...(name.endsWith(".html") && { inlineSources: listInlineSources(content.toString("utf8")) }),
			};
		},
		{ concurrency: 4 },
	);

	function write(name: string, original: Buffer): Buffer {
		if (!holdsOrigin.test(name)) return original;
		const text = original.toString("utf8");
		for (const kind of listMonthsKinds(text)) kinds.add(kind);
		return Buffer.from(fillMonths(text.replaceAll(originPlaceholder, publicUrl), keptMonths));
	}

	async function keep(name: string, make: () => Buffer | Promise<Buffer>): Promise<string> {
		const file = join(packDirectory, name);
		if (!existsSync(join(builtDirectory, name)) && !existsSync(file)) await writeWhole(file, await make());
		return name;
	}

	const shownKinds = [...kinds].toSorted();
	const pack = { publicUrl, keptMonths: pickMonths(keptMonths, shownKinds), shownKinds, files };
	await writeWhole(join(directory, packFile), JSON.stringify(pack));
	return pack;
}

/**
 * Writes a file under a temporary name and renames it, so that an interruption leaves no partial file under the final name.
 *
 * The temporary name is unique, because another process may be writing the same file.
 */
async function writeWhole(file: string, content: Buffer | string): Promise<void> {
	const partial = `${file}.${randomUUID()}.partial`;
	await writeFile(partial, content);
	await rename(partial, file);
}

/** "aboutUs/index.html" answers /aboutUs, "index.html" answers /. */
function pathOf(name: string): string {
	return `/${name}`.replace(/\/index\.html$/, "") || "/";
}

function contentTypeOf(name: string): string {
	if (name.endsWith(".data")) return "text/x-script; charset=utf-8";
	if (name.endsWith(".ico")) return "image/x-icon";
	if (name.endsWith("feed.xml")) return "application/rss+xml; charset=utf-8";
	const type = lookup(name) ?? "application/octet-stream";
	return /^text\/|javascript|json|xml/.test(type) && !type.includes("charset") ? `${type}; charset=utf-8` : type;
}

/** Lists the inline scripts and styles of a page, as Content-Security-Policy hash sources, and the origins of its players, if any. */
export function listInlineSources(html: string): PageSources {
	const inline = findElements(
		html,
		(name, { src, type }) =>
			name === "style" || (name === "script" && src === undefined && type !== "application/ld+json"),
	);
	const sources = (wanted: string) => [
		...new Set(
			inline
				.filter(({ name }) => name === wanted)
				.map(({ contentStart, contentEnd }) => hashInlineSource(html.slice(contentStart, contentEnd))),
		),
	];
	const frames = html.includes("data-embed=")
		? findElements(html, (_, attributes) => attributes["data-embed"] !== undefined).map(
				({ attributes: { "data-embed": player = "" } }) => new URL(player).origin,
			)
		: [];
	return {
		scripts: sources("script"),
		styles: sources("style"),
		...(frames.length > 0 && { frames: [...new Set(frames)] }),
	};
}

/** Returns the Content-Security-Policy hash source of an inline script or style. */
export function hashInlineSource(content: string): string {
	return `'sha256-${hash("sha256", content, "base64")}'`;
}
