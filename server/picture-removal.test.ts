import { describe, expect, onTestFinished, test } from "vitest";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { insertPictureVersion } from "../features/publishing/pictures/picture-store.server.ts";
import { createStudio } from "../features/publishing/releases/create-studio.server.ts";
import { applyOverlay, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { createLog } from "../platform/log.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { settlesOrWaits } from "../tests/support/interleaving.ts";
import { createTestStudio } from "../tests/support/studios.ts";
import { createDeskPictures } from "./pictures.ts";

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";
const src = "blog/shore.avif";

/** A public picture that a post once named and nothing names now, with that revision. */
async function openWithUnusedPicture(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const { studio, deps, clock } = await createTestStudio(database);
	const processor = createPictureProcessor({ log: createLog({ logLevel: "silent" }) });
	onTestFinished(() => processor.close());
	const pictures = createDeskPictures({
		config: { buildDirectory: "no-build", contentDirectory: "e2e/fixtures/second-company" },
		database,
		clock,
		processor,
		base: deps.base,
		studio,
	});
	const body = Buffer.from("a picture of the shore");
	const size = { width: 880, height: 660 };
	await database.write((transaction) =>
		insertPictureVersion(
			transaction,
			{
				path: src,
				shape: "illustration",
				uploadedName: "shore.jpg",
				by,
				focal: { x: 0.5, y: 0.5 },
				master: { body, ...size },
				cuts: new Map([[src, { body, ...size }]]),
				gone: [],
			},
			clock.now(),
		),
	);
	const before = (await studio.getDocument(post))?.current ?? "";
	const naming = before.replace(/^ {2}src: .*$/m, `  src: ${src}`);
	for (const text of [naming, before]) {
		await studio.saveDraft(post, { text, version: (await studio.getDocument(post))?.draft?.version ?? 0 }, by);
		expect(await studio.publish({ paths: [post] }, by)).toHaveProperty("edition");
	}
	const revision = (await studio.listHistory(post)).find(({ text }) => text === naming)?.id ?? "";
	return { database, studio, deps, processor, pictures, naming, revision };
}

/** Every picture that a document names exists. */
async function expectWhole({ database, deps }: Awaited<ReturnType<typeof openWithUnusedPicture>>): Promise<void> {
	const source = applyOverlay(deps.base, await readOverlay(database.db));
	await expect(createContentBuilder().build(source)).resolves.toBeDefined();
}

describe.each(serverDatabaseKinds)(
	"a picture that is removed while a version that names it is published, on %s",
	(kind) => {
		test("stays where the publication was first", async () => {
			const opened = await openWithUnusedPicture(kind);
			const { database, deps, pictures, revision } = opened;
			let removal: ReturnType<typeof pictures.remove> | undefined;
			const studio = createStudio({
				...deps,
				async noteContent() {
					removal = pictures.remove(src, by);
					await settlesOrWaits(database, removal);
				},
			});
			expect(await studio.restore(revision, by)).toHaveProperty("edition");
			expect(await removal).toMatchObject({ uses: [{ document: post }] });
			await expectWhole(opened);
		});

		test("is gone where it was first removed, and nothing that names it is published", async () => {
			const opened = await openWithUnusedPicture(kind);
			const { database, studio, deps, processor, revision } = opened;
			let restoring: ReturnType<typeof studio.restore> | undefined;
			const pictures = createDeskPictures({
				config: { buildDirectory: "no-build", contentDirectory: "e2e/fixtures/second-company" },
				database: {
					...database,
					// Between the removal's last step and its commit.
					write: (work) =>
						database.write(async (transaction) => {
							const result = await work(transaction);
							restoring = studio.restore(revision, by);
							await settlesOrWaits(database, restoring);
							return result;
						}),
				},
				clock: createTestClock(),
				processor,
				base: deps.base,
				studio,
			});
			expect(await pictures.remove(src, by)).toEqual({ removed: true });
			expect(await restoring).toMatchObject({ problems: [{ file: post, field: "image.src" }] });
			await expectWhole(opened);
		});
	},
);

test("a picture that a scheduled version names is not removed, though the draft names it no more", async () => {
	const { studio, deps, pictures, naming } = await openWithUnusedPicture("sqlite");
	await studio.saveDraft(post, { text: naming, version: 0 }, by);
	expect(await studio.publish({ paths: [post], at: deps.clock.now().add({ hours: 1 }) }, by)).toHaveProperty(
		"scheduled",
	);
	await studio.discardDraft(post, by);
	expect(await pictures.remove(src, by)).toMatchObject({ uses: [{ document: post, field: "image" }] });
});
