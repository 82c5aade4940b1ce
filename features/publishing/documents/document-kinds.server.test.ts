import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listIndexedPaths } from "../site-paths.ts";
import { createContentBuilder } from "./build-content.server.ts";
import { readContentFolder } from "./content-source.server.ts";
import { findDocumentKind, listedKinds } from "./document-kinds.ts";

describe.each(["content", "e2e/fixtures/second-company"])("the kinds of documents, seen from %s", (folder) => {
	test("cover every file but pictures, and none of them is of no use but types of calls, menus, notices and redirects", async () => {
		const files = readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
			.filter((file) => !file.startsWith("pictures/"));
		const { documents } = await readContentFolder(folder);
		expect([...documents.keys()].toSorted()).toEqual(files.toSorted());
		// A company may take demo calls alone, do with the menus of every site, show no notices, and have no site before this one.
		const optional = ["call-type", "menus", "notices", "redirects"];
		const used = new Set([...files.map((file) => findDocumentKind(file)?.name), ...optional]);
		expect(used).toEqual(new Set(listedKinds.map(({ name }) => name)));
	});

	test("name pages that there are", async () => {
		const source = await readContentFolder(folder);
		const content = await createContentBuilder().build(source);
		const paths = new Set([
			...listIndexedPaths(content),
			...content.jobs.map(({ id }) => `/career/jobs/${id}`),
			"/error",
		]);
		for (const path of source.documents.keys()) {
			const located = findDocumentKind(path);
			for (const page of located?.kind.listPaths(located.slug) ?? []) expect(paths, path).toContain(page);
		}
	});

	test("are built from another's result as from the texts", async () => {
		const source = await readContentFolder(folder);
		const content = await createContentBuilder().build(source);
		const builder = createContentBuilder();
		builder.takeOver(source, content);
		expect(await builder.build(source)).toEqual(content);
	});
});

test("a picture in no field of a document is not used", () => {
	for (const path of [
		"blog/.md",
		"blog/a/b.md",
		"blog/../company.yml",
		"pictures/a.svg",
		"company.yaml",
		"",
		"pages/x.yml",
	])
		expect(findDocumentKind(path)).toBeUndefined();
});
