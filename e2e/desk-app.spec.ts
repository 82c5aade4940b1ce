import sharp from "sharp";
import { z } from "zod";
import { findAccessibilityFaults } from "./accessibility.ts";
import { enquire } from "./desk-records.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

/** The lists hold its enquiries alone. */
const testWithOwnLists = test.extend<object, object>({ office: ownOffice() });

/** The global scope of the service worker, with the messages that it showed. */
type WorkerScope = { registration: Pick<ServiceWorkerRegistration, "showNotification">; shown: unknown[] };

const manifestSchema = z.object({
	name: z.string().regex(/ Desk$/),
	short_name: z.string().max(30),
	start_url: z.literal("/"),
	scope: z.literal("/"),
	display: z.literal("standalone"),
	theme_color: z.string(),
	background_color: z.string(),
	icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.literal("image/png"), purpose: z.string() })),
});

test("the desk can be installed: its manifest, icons and worker are its own", async ({ page, office, signIn }) => {
	await signIn(["sales"]);
	await page.goto(office.deskUrl);
	const href = await page.locator('link[rel="manifest"]').getAttribute("href");
	const response = await page.request.get(`${office.deskUrl}${href}`);
	expect(response.headers()["content-type"]).toContain("application/manifest+json");
	const { icons } = manifestSchema.parse(await response.json());
	expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
		expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]),
	);
	for (const { src, sizes } of icons) {
		const { width, height, format } = await sharp(
			await (await page.request.get(`${office.deskUrl}${src}`)).body(),
		).metadata();
		expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
	}
	const devtools = await page.context().newCDPSession(page);
	const found = await devtools.send("Page.getAppManifest");
	expect(found).toMatchObject({ url: `${office.deskUrl}${href}`, errors: [] });
	expect((await page.request.get(`${office.deskUrl}/app-icons/constructor`)).status()).toBe(404);
});

testWithOwnLists(
	"on a phone, the bar of a selection stands above the tabs, and More leads to Contacts",
	{ tag: "@all" },
	async ({ page, office, signIn, request }) => {
		await signIn(["admin"]);
		for (let number = 0; number < 12; number += 1) await enquire(request, { firstName: `Visitor${number}` });
		await page.setViewportSize({ width: 360, height: 740 });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await page.goto(`${office.deskUrl}/enquiries`);
			await untilHydrated(page);
			await page
				.getByRole("checkbox", { name: /^Select ENQ-/ })
				.first()
				.check();
			const bar = page.getByRole("group", { name: "Selected" });
			await expect(bar).toBeVisible();
			const tabs = page.getByRole("navigation", { name: "Areas" });
			const bottom = async () => {
				const above = await bar.boundingBox();
				const below = await tabs.boundingBox();
				return above && below ? below.y - (above.y + above.height) : -1;
			};
			await expect.poll(bottom).toBeGreaterThan(0);
			await bar.getByText("Stage", { exact: true }).click();
			await page.getByText("More", { exact: true }).click();
			const all = page.getByRole("navigation", { name: "Main" });
			for (const name of ["Contacts", "Settings"]) await all.getByRole("link", { name }).click({ trial: true });
		}
	},
);

test(
	"the account's page turns on a device, says why it cannot, and can be used by all",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn(["sales"]);
		await page.emulateMedia({ colorScheme: "dark" });
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${office.deskUrl}/account`);
		await untilHydrated(page);
		const button = page.getByRole("button", { name: "Turn on notifications on this device" });
		await expect(button).toBeEnabled();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		// No one allows it in this browser.
		await button.click();
		await expect(page.getByText("Notifications are blocked.")).toBeVisible();
		await page.getByLabel("Someone mentions you in a note").uncheck();
		await page.getByRole("button", { name: "Save notifications" }).click();
		await expect(page.locator(".notice-place")).toContainText("Notifications saved.");
		await expect(page.getByLabel("Someone mentions you in a note")).not.toBeChecked();
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test(
		"the account's page says that a device needs them, and saves the choices",
		{ tag: "@all" },
		async ({ page, office, signIn }) => {
			await signIn(["sales"]);
			await page.goto(`${office.deskUrl}/account`);
			expect(await (await page.request.get(`${office.deskUrl}/account`)).text()).toContain(
				'<noscript><p class="remark">Turning on a device needs JavaScript.</p></noscript>',
			);
			await expect(page.getByRole("button", { name: "Turn on notifications on this device" })).toBeDisabled();
			await page.getByRole("button", { name: "Save notifications" }).click();
			await expect(page.locator(".notice-place")).toContainText("Notifications saved.");
		},
	);
});

test("the service worker shows a message, with the page that it opens, and keeps nothing", async ({
	page,
	office,
	signIn,
}) => {
	await signIn(["sales"]);
	await page.context().grantPermissions(["notifications"], { origin: office.deskUrl });
	await page.goto(`${office.deskUrl}/account`);
	const devtools = await page.context().newCDPSession(page);
	const registered = new Promise<string>((resolve) => {
		devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
			const [registration] = registrations;
			if (registration) resolve(registration.registrationId);
		});
	});
	await devtools.send("ServiceWorker.enable");
	const started = page.context().waitForEvent("serviceworker");
	await page.evaluate(async () => {
		await navigator.serviceWorker.register("/service-worker.js");
		await navigator.serviceWorker.ready;
	});
	const worker = await started;
	// Not every browser without a screen keeps what it shows.
	await worker.evaluate(() => {
		const scope = Object.assign(globalThis as unknown as WorkerScope, { shown: [] as unknown[] });
		scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
	});
	const path = "/enquiries/ENQ-7K3F9QXM";
	await devtools.send("ServiceWorker.deliverPushMessage", {
		origin: office.deskUrl,
		registrationId: await registered,
		data: JSON.stringify({ title: "Meera Iyer mentioned you", body: "ENQ-7K3F9QXM", path, tag: "note" }),
	});
	await expect
		.poll(() => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown))
		.toEqual([
			{
				title: "Meera Iyer mentioned you",
				body: "ENQ-7K3F9QXM",
				tag: "note",
				icon: "/app-icons/192.png",
				data: { path },
			},
		]);
	expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
