import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTimeoutMs } from "../tests/support/built-server.ts";
import { startFrontOffice, type FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { expect, test as base } from "./fixtures.ts";

/** Backups yield to everything else on the machine. */
const backupTimeoutMs = 300_000;

/** A server that backs itself up. */
const test = base.extend<object, { folder: string; office: FrontOffice }>({
	folder: [
		// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
		async ({}, provide) => {
			const folder = await mkdtemp(join(tmpdir(), "front-office-backups-"));
			await provide(folder);
			await rm(folder, { recursive: true, force: true });
		},
		{ scope: "worker" },
	],
	office: [
		async ({ folder }, provide) => {
			const settings = { BACKUP_FOLDER: folder, BACKUP_PASSPHRASE: "a passphrase of the test alone" };
			const office = await startFrontOffice({ settings });
			await provide(office);
			await office.stop();
		},
		{ scope: "worker", timeout: 2 * startTimeoutMs },
	],
});

test(
	"the server backs itself up, restores the backup as a test, and makes another at the press of a button",
	{ tag: "@all" },
	async ({ page, office, folder, signIn }) => {
		test.setTimeout(3 * backupTimeoutMs);
		const listArchives = async () => (await readdir(folder)).filter((name) => name.endsWith(".tar.gz.age"));
		await signIn();
		await expect
			.poll(async () => (await listArchives()).length, {
				message: "the first backup follows the start",
				timeout: backupTimeoutMs,
			})
			.toBe(1);
		const [first = ""] = await listArchives();
		const facts = page.getByRole("region", { name: "Backups" });
		await expect(async () => {
			await page.goto(`${office.deskUrl}/operations`);
			await expect(facts).toContainText("passed", { timeout: 5_000 });
		}).toPass();
		await expect(facts.getByRole("row", { name: first })).toBeVisible();
		await page.getByRole("button", { name: "Back up now" }).click();
		// Of each day, the newest is kept.
		await expect
			.poll(listArchives, { message: "the second backup takes its place", timeout: backupTimeoutMs })
			.not.toContain(first);
		const [second = ""] = await listArchives();
		await page.goto(`${office.deskUrl}/operations`);
		await expect(facts.getByRole("row", { name: second })).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
	},
);
