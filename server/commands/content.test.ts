import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContent } from "../../features/publishing/load-content.server.ts";
import { insertPictureVersion } from "../../features/publishing/pictures/picture-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import type { ProgramResult } from "../../tests/support/run-program.ts";
import { createTestStudio } from "../../tests/support/studios.ts";
import { contentCommand } from "./content.ts";

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";
const service = "services/gateways-and-controls.yml";

/** A database with a copy of the second company's content. */
async function createInstallation(kind: (typeof serverDatabaseKinds)[number]) {
	const database = await openTestDatabase(kind);
	const contentDirectory = join(await createTestDirectory(), "content");
	await cp("e2e/fixtures/second-company", contentDirectory, { recursive: true });
	const run = (...args: string[]): Promise<ProgramResult> => runContent(database, contentDirectory, args);
	const { studio } = await createTestStudio(database, { clock: createTestClock(Temporal.Now.instant().toString()) });
	return { database, contentDirectory, studio, run };
}

function runContent(config: DatabaseConfig, contentDirectory: string, args: string[]): Promise<ProgramResult> {
	return runCommandHere(contentCommand, args, {
		env: {
			DATA_DIR: config.dataDirectory,
			CONTENT_DIR: contentDirectory,
			BUILD_DIR: join(contentDirectory, "no-build"),
			...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
		},
	});
}

async function change(file: string, pattern: RegExp, text: string): Promise<void> {
	const before = await readFile(file, "utf8");
	const after = before.replace(pattern, text);
	expect(after).not.toBe(before);
	await writeFile(file, after);
}

describe.each(serverDatabaseKinds)("npm run content on %s", (kind) => {
	test("export writes what is public, without drafts, and a content is built of it; import finds nothing new in it", async () => {
		const { database, studio, run, contentDirectory } = await createInstallation(kind);
		expect(await run()).toMatchObject({ code: 0, stdout: "Nothing published from the studio yet.\n" });
		const text = (await studio.getDocument(post))?.current?.replace(/^title: .*$/m, "title: By the studio") ?? "";
		await studio.saveDraft(post, { text, version: 0 }, by);
		await studio.deleteDocuments([service], { redirectTo: "/services" }, by);
		expect(await studio.publish({ paths: [post, service] }, by)).toEqual({ edition: 1 });
		const picture = await insertPublicPicture(database, "people/asha.avif");
		await studio.saveDraft("faq.yml", { text: "- a draft\n", version: 0 }, by);

		const exported = join(await createTestDirectory(), "exported");
		expect(await run("export", exported)).toMatchObject({ code: 0, stderr: "" });
		const content = await loadContent(exported);
		expect(picture.equals(await readFile(join(exported, "pictures/people/asha.avif")))).toBe(true);
		expect(content.posts.map(({ title }) => title)).toContain("By the studio");
		expect(content.services.map(({ slug }) => slug)).not.toContain("gateways-and-controls");
		expect((await run("status")).stdout).toMatch(
			/^Latest release: 1\.\n\n(?=[^]*services\/gateways-and-controls\.yml +studio, deleted)(?=[^]*faq\.yml +file +change)/,
		);
		expect(await run("import", exported, "--delete")).toMatchObject({
			stdout: "No differences from the public content.\n",
		});

		// Into the folder of the build: deleted documents are removed.
		expect(await run("export", contentDirectory)).toMatchObject({ code: 0 });
		expect(await readFile(join(contentDirectory, post), "utf8")).toBe(text);
		await expect(readFile(join(contentDirectory, service))).rejects.toThrow("ENOENT");
	});

	test("import makes what differs one edition, all of it or nothing, or leaves it as drafts", async () => {
		const { studio, run, contentDirectory } = await createInstallation(kind);
		const edited = join(await createTestDirectory(), "edited");
		await cp(contentDirectory, edited, { recursive: true });
		await change(join(edited, post), /^title: .*$/m, "title: By git");
		await change(join(edited, "faq.yml"), /^- question: .*$/m, "- question: Is it by git?");
		await mkdir(join(edited, "jobs"), { recursive: true });

		expect(await run("import", edited, "--draft")).toMatchObject({
			code: 0,
			stdout: `Saved as drafts:\n  ${post}\n  faq.yml\n`,
		});
		expect((await studio.getDocument(post))?.draft?.text).toContain("title: By git");
		expect(await run("import", edited, "--draft")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`${post}: already has a draft in the studio`),
		});
		expect(await run("import", edited, "--note", "Out of git")).toMatchObject({
			code: 0,
			stdout: `Published release 1:\n  ${post}\n  faq.yml\nPage sizes not checked: no build found.\n`,
		});
		expect(await studio.listHistory(post)).toMatchObject([
			{ edition: 1, action: "imported", by: "command", note: "Out of git" },
		]);

		await change(join(edited, post), /^author: .*$/m, "author: nobody");
		await change(join(edited, "faq.yml"), /^- question: .*$/m, "- question: Is it wrong?");
		expect(await run("import", edited)).toMatchObject({
			code: 1,
			stderr: `The content has 1 error:\n  content/${post}: author: "nobody" is not in content/authors.yml\n`,
		});
		expect((await studio.getDocument("faq.yml"))?.current).toContain("Is it by git?");

		// The build's own files: the studio then has no changes.
		expect(await run("import", contentDirectory)).toMatchObject({ code: 0 });
		expect((await studio.getDocument(post))?.state).toBe("file");
		await rm(join(edited, service));
		await change(join(edited, post), /^author: .*$/m, (await readAuthor(contentDirectory)) ?? "");
		expect((await run("import", edited)).stdout).not.toContain(service);
		expect((await run("import", edited, "--delete")).stdout).toContain(service);
	});
});

/** Publishes a picture that no document names, and returns its bytes. */
async function insertPublicPicture(database: Database, path: string): Promise<Buffer> {
	const body = await readFile("content/pictures/portfolio/jamun/card.avif");
	await database.write(async (transaction) => {
		await insertPictureVersion(
			transaction,
			{
				path,
				shape: "card",
				uploadedName: "asha.jpg",
				by,
				focal: { x: 0.5, y: 0.5 },
				master: { body, width: 960, height: 600 },
				cuts: new Map([[path, { body, width: 960, height: 600 }]]),
				gone: [],
			},
			Temporal.Now.instant(),
		);
		await transaction.updateTable("contentPictures").set({ edition: 1 }).execute();
	});
	return body;
}

async function readAuthor(directory: string): Promise<string | undefined> {
	return /^author: .*$/m.exec(await readFile(join(directory, post), "utf8"))?.[0];
}

test("import names the pages that it would push over their budget, and stores nothing until that is wanted", async () => {
	const { run, contentDirectory, studio } = await createInstallation("sqlite");
	const edited = join(await createTestDirectory(), "edited");
	await cp(contentDirectory, edited, { recursive: true });
	await change(join(edited, post), /$/, "A paragraph that makes it long.\n");
	const built = join(contentDirectory, "no-build");
	await mkdir(join(built, "modules", "server"), { recursive: true });
	// Replaces the build's renderer, whose results e2e/studio-publishing.spec.ts tests with a build.
	await writeFile(
		join(built, "modules", "server", "list-changed-pages.js"),
		`export async function listChangedPages(config, before, after) {
			const isLong = ({ posts }) => posts.some(({ html }) => html.includes("that makes it long"));
			const weight = { textBytes: 1, elements: 1500, pictureBytes: 1 };
			return [{ path: "/blog/long", change: "changed", weight, pushedOver: isLong(after) && !isLong(before) ? ["elements"] : [] }];
		}`,
	);
	expect(await run("import", edited)).toMatchObject({
		code: 1,
		stderr: expect.stringMatching(
			/^Nothing was imported[^]*  \/blog\/long: elements: 1,500 \(limit 1,400\)\n[^]*--heavy/,
		),
	});
	expect(await studio.listHistory()).toEqual([]);
	expect(await run("import", edited, "--heavy")).toMatchObject({
		code: 0,
		stdout: `Published release 1:\n  ${post}\n`,
	});
	expect(await run("import", contentDirectory)).toMatchObject({ code: 0, stdout: `Published release 2:\n  ${post}\n` });
});

test("mistakes are told with what to do instead", async () => {
	const { run, contentDirectory } = await createInstallation("sqlite");
	for (const [args, message] of [
		[["publish"], 'Unknown command "publish". See --help.'],
		[["export"], "Give the folder to export to, such as content"],
		[["import", join(contentDirectory, "nowhere")], "does not exist"],
		[["import", join(contentDirectory, "pictures")], "contains no documents"],
	] as const)
		expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
	expect((await run("--help")).stdout).toContain("npm run content -- import content");
});
