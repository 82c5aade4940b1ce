import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { expect, test as base, untilHydrated } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

const test = base.extend<object, object>({ office: ownOffice() });
// The form is refused until the proof is fresh again.
test.use({ expectedErrors: /status of 403/ });

for (const { path, field, button } of [
	{ path: "/webhooks/new", field: "URL", button: "Add webhook" },
	{ path: "/api-tokens/new", field: "Name", button: "Add token" },
])
	test(`${path} keeps what was typed when the proof has lapsed meanwhile`, async ({ page, office, signIn }) => {
		await signIn();
		await page.goto(office.deskUrl + path);
		await untilHydrated(page);
		const typed = "https://hooks.example.com/desk";
		await page.getByRole("textbox", { name: field }).fill(typed);
		const database = new DatabaseSync(join(office.dataDirectory, sqliteFileName), { timeout: 5_000 });
		database.exec("update sessions set proven_at = '2020-01-01T00:00:00.000Z'");
		database.close();
		await page.getByRole("button", { name: button }).click();
		await expect(page.getByRole("alert")).toContainText("Confirm it’s you, then try again");
		await expect(page.getByRole("link", { name: /^Confirm it’s you \(opens/ })).toHaveAttribute("target", "_blank");
		await expect(page.getByRole("textbox", { name: field })).toHaveValue(typed);
		expect(page.url()).toBe(office.deskUrl + path);
	});
