import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { createServerEnvironment, startBuiltServer } from "../tests/support/built-server.ts";

test(
	"near a limit the call has to be confirmed by the e-mail's link; at the limit the form keeps its text",
	{ tag: "@all" },
	async ({ browser }) => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-caps-"));
		const server = await startBuiltServer({
			...(await createServerEnvironment({ dataDirectory })),
			LIVE_BOOKINGS_PER_ADDRESS: "2",
		});
		const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
		const page = await context.newPage();
		const book = async () => {
			await page.goto("/demo/by-form");
			await page
				.getByRole("button", { name: /times? free$/ })
				.first()
				.click();
			await page
				.getByRole("list", { name: /^Free times/ })
				.getByRole("button")
				.first()
				.click();
			await page.getByLabel("First name *").fill("Asha");
			await page.getByLabel("E-mail *").fill("asha@visitor.example");
			await page.getByLabel("Phone *").fill("+91 98100 00000");
			await page.getByRole("button", { name: "Book a Free Demo" }).click();
		};
		try {
			await book();
			await expect(page.getByText("Your call is booked.")).toBeVisible();
			await book();
			await expect(page.getByRole("heading", { level: 1, name: "Please confirm your call" })).toBeVisible();
			await expect(page.getByRole("button", { name: "Confirm the call" })).toHaveCount(0);

			const database = new DatabaseSync(join(dataDirectory, sqliteFileName), { readOnly: true });
			const { parameters } = database
				.prepare("select parameters from emails where kind = 'booking-confirm-request'")
				.get() as { parameters: string };
			database.close();
			const { token, confirmCode } = JSON.parse(parameters) as { token: string; confirmCode: string };
			const link = `/demo/booking/${token}?confirm=${confirmCode}`;
			await book();
			await expect(page.getByText("Failed to submit booking. Please try again.")).toBeVisible();
			await expect(page.getByText("already booked with this e-mail address")).toBeVisible();
			await expect(page.getByLabel("First name *")).toHaveValue("Asha");

			await page.goto(link);
			await page.getByRole("button", { name: "Confirm the call" }).click();
			await expect(page.getByText("Your call is booked.")).toBeVisible();
			await expect(page.getByRole("heading", { name: "Move the call" })).toBeVisible();
		} finally {
			await context.close();
			await server.end("SIGTERM");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	},
);
