/**
 * Draws every illustration and writes it below the content's pictures/; the same source gives the same bytes.
 *
 * `node_modules/.bin/node pictures/make-illustrations.ts [filter]` draws those whose path contains the filter, or all. Throws if a
 * picture is larger than 12 KB, leaves its frame or does not have exactly one element in the accent colour.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFolders } from "../platform/config.ts";
import { illustrations } from "./illustrations/illustrations.ts";

const maxBytes = 12 * 1024;
const target = join(readFolders().contentDirectory, "pictures");

const filter = process.argv[2] ?? "";
let count = 0;
for (const [path, draw] of Object.entries(illustrations)) {
	if (!path.includes(filter)) continue;
	const svg = draw();
	const bytes = Buffer.byteLength(svg);
	if (bytes > maxBytes) throw new Error(`${path} has ${bytes} bytes, more than ${maxBytes}`);
	await mkdir(dirname(join(target, path)), { recursive: true });
	await writeFile(join(target, path), svg);
	count += 1;
}
console.log(`${count} illustrations`);
