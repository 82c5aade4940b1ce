import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBuiltPages } from "../../tests/support/built-pages.ts";
import { finishPages, packFile } from "./finish-pages.ts";

test("several servers that start for the first time on one build finish its pages beside each other", async () => {
	const directory = await writeBuiltPages();
	const written = { publicUrl: "https://narangi.example", keptMonths: { enquiries: 24 } };
	const packs = await Promise.all(Array.from({ length: 6 }, () => finishPages(directory, written)));
	for (const pack of packs) expect(pack).toEqual(packs[0]);
	expect(JSON.parse(await readFile(join(directory, packFile), "utf8"))).toEqual(packs[0]);
	const wanted = packs[0]?.files.flatMap(({ encodings }) => Object.values(encodings)) ?? [];
	expect((await readdir(join(directory, "pages"))).toSorted()).toEqual([...new Set(wanted)].toSorted());
});
