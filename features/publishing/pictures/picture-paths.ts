/** `screen-1-720w.avif` is the 720 pixels wide copy of `screen-1.avif`. */
const copyName = /^(.*)-(\d+)w(\.\w+)$/;

/** Returns the path of the picture that a file is a narrower copy of; undefined for a picture itself. */
export function findWhole(src: string): string | undefined {
	const [, stem, , extension] = copyName.exec(src) ?? [];
	return stem === undefined || extension === undefined ? undefined : stem + extension;
}

/** Groups files into pictures with their narrower copies, by the picture's path. */
export function groupCopies(srcs: Iterable<string>): Map<string, string[]> {
	const all = new Set(srcs);
	return Map.groupBy(all, (src) => {
		const whole = findWhole(src);
		return whole !== undefined && all.has(whole) ? whole : src;
	});
}

/** Returns the path of a narrower copy. */
export function nameCopy(src: string, width: number): string {
	return src.replace(/(\.\w+)$/, `-${width}w$1`);
}

/** Characters of the hash in an address. */
const addressLength = 16;

export function shortenHash(hash: string): string {
	return hash.slice(0, addressLength);
}

/** Returns the address of a picture's file; it names the content, so its response never changes. */
export function pathOfFile({ src, hash }: { src: string; hash: string }): string {
	return `/pictures/${shortenHash(hash)}/${baseName(src)}`;
}

/** Reads a picture's address; undefined for any other. */
export function readFilePath(path: string): { address: string; name: string } | undefined {
	const [, address, name] = /^\/pictures\/([0-9a-f]{16})\/([\w-]+\.(?:avif|svg))$/.exec(path) ?? [];
	return address === undefined || name === undefined ? undefined : { address, name };
}

function baseName(src: string): string {
	return src.slice(src.lastIndexOf("/") + 1);
}

const longestName = 60;

/**
 * Names an uploaded picture for its address.
 * @param isTaken tells whether a path is in use
 */
export function namePicture(folder: string, uploadedName: string, isTaken: (src: string) => boolean): string {
	const slug =
		uploadedName
			.replace(/\.[^.]*$/, "")
			.normalize("NFKD")
			.toLowerCase()
			.replaceAll(/\p{Mn}/gu, "")
			.replaceAll(/[^a-z0-9]+/g, "-")
			.slice(0, longestName)
			// Otherwise it would look like a narrower copy.
			.replace(/-(\d+)w$/, "-$1")
			.replaceAll(/^-|-$/g, "") || "picture";
	for (let number = 1; ; number += 1) {
		const src = `${folder}/${slug}${number === 1 ? "" : `-${number}`}.avif`;
		if (!isTaken(src)) return src;
	}
}
