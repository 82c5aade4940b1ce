import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { projectDirectory, projectNode } from "../tests/support/built-server.ts";
import { findAccessibilityFaults } from "./accessibility.ts";

/** Starts the demo as `npm run demo` does when everything is built, with few records, and gives what its terminal says. */
async function startDemo() {
	const demo = spawn(projectNode, ["scripts/demo/main.ts", "--weeks", "1", "--port", "0"], {
		cwd: projectDirectory,
		env: { ...process.env, DATABASE_URL: "postgres://nobody@localhost:1/never", SMTP_URL: "smtp://localhost:1" },
		stdio: ["pipe", "pipe", "inherit"],
	});
	const ended = once(demo, "exit") as Promise<[number | null]>;
	let output = "";
	const told = Promise.withResolvers<void>();
	demo.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
		if (output.includes("Enter prints")) told.resolve();
	});
	void ended.then(() => told.reject(new Error(`The demo ended while it started:\n${output}`)));
	await told.promise;
	const read = (pattern: RegExp) => pattern.exec(output)?.[1] ?? "";
	return {
		siteUrl: read(/Site +(\S+)/),
		deskUrl: read(/Desk +(\S+)/),
		inboxUrl: read(/Inbox +(\S+)/),
		dataDirectory: read(/Data +(\S+)/),
		password: read(/password: (.+)/),
		recruiter: read(/(\S+@\S+) +recruiter/),
		sales: { email: read(/(\S+@\S+) +sales/), code: read(/sales +code (\d+)/) },
		/** Ends it as Ctrl+C does, and gives its exit code. */
		async stop() {
			demo.kill("SIGINT");
			const [code] = await ended;
			return code;
		},
	};
}

test("the demo lets a newcomer sign in to a desk that is alive, shows what was sent, and leaves nothing behind", async ({
	page,
}) => {
	const demo = await startDemo();
	try {
		await page.goto(demo.deskUrl);
		await page.getByLabel("E-mail").fill(demo.sales.email);
		await page.getByLabel("Password").fill(demo.password);
		await page.getByLabel("Code").fill(demo.sales.code);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await page.getByRole("link", { name: "Enquiries" }).first().click();
		await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(20);

		await page.goto(demo.inboxUrl);
		await expect(page.getByRole("row", { name: demo.recruiter })).toContainText(/\d{6}/);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await findAccessibilityFaults(page)).toEqual([]);
		}
		await page
			.getByRole("link", { name: /We have received your enquiry/ })
			.first()
			.click();
		await expect(page.frameLocator("iframe").getByText("Your reference is")).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);

		const sent = await page.request.post(`${demo.siteUrl}/contactus/submit`, {
			data: { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." },
		});
		expect(sent.status()).toBe(201);
		await page.goto(demo.inboxUrl);
		// The page asks for itself again.
		await expect(page.getByRole("row", { name: "asha@visitor.example" })).toBeVisible();
		expect(existsSync(demo.dataDirectory)).toBe(true);
	} finally {
		expect(await demo.stop()).toBe(0);
	}
	expect(existsSync(demo.dataDirectory)).toBe(false);
});
